//! Counters that are written without a blank behind their digits in Korean, Chinese and Japanese: `5개`, `500원`, `3人`.
//!
//! Behind a Korean counter a particle may stand. In Chinese and Japanese, what is counted stands there, but for what makes
//! the number another (`3時間半` is three and a half).

use super::super::particle::is_particle;
use super::super::unit::Unit;

/// Counters with the name of their unit; of two that begin alike the longer stands first.
const KOREAN: &[(&str, &str)] = &[
    ("시간", "hour"),
    ("개월", "month"),
    ("개", ""),
    ("명", ""),
    ("원", "won"),
    ("번", ""),
    ("인분", ""),
    ("인", ""),
    ("장", ""),
    ("권", ""),
    ("대", ""),
    ("병", ""),
    ("잔", ""),
    ("마리", ""),
    ("분", "minute"),
    ("초", "second"),
    ("주", "week"),
    ("박", ""),
    ("도", "degree"),
];
const IDEOGRAPHIC: &[(&str, &str)] = &[
    ("小时", "hour"),
    ("小時", "hour"),
    ("時間", "hour"),
    ("分钟", "minute"),
    ("分鐘", "minute"),
    ("分間", "minute"),
    ("秒", "second"),
    ("个", ""),
    ("個", ""),
    ("人", ""),
    ("名", ""),
    ("位", ""),
    ("元", "yuan"),
    ("円", "yen"),
    ("张", ""),
    ("張", ""),
    ("本", ""),
    ("枚", ""),
    ("匹", ""),
    ("台", ""),
    ("杯", ""),
    ("泊", ""),
];
/// Behind a counter they make the number larger, rougher or a place in a row; with 月 it counts months.
const CHANGING: &[char] = &['半', '多', '余', '餘', '目', '弱', '強', '月', '星', '前', '后', '後'];

/// The units of the counter that begins what is glued to digits; none where it is no counter.
pub(super) fn counter(glued: &str) -> Option<&'static [Unit]> {
    let starts = |table: &'static [(&str, &str)]| {
        table.iter().find_map(|(counter, unit)| Some((glued.strip_prefix(*counter)?, *unit)))
    };
    let korean = starts(KOREAN).filter(|(rest, _)| is_particle(rest));
    let ideographic = || {
        starts(IDEOGRAPHIC)
            .filter(|(rest, _)| !rest.contains(|c: char| c.is_ascii_digit()) && !rest.starts_with(CHANGING))
    };
    let (_, unit) = korean.or_else(ideographic)?;
    Some(Unit::by_name(unit))
}
