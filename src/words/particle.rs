//! The Korean particles that are written without a blank behind what they belong to: `5개를`, `5월 20일에`.

const PARTICLES: &[&str] = &[
    "을",
    "를",
    "이",
    "가",
    "은",
    "는",
    "에",
    "에는",
    "에서",
    "에게",
    "로",
    "으로",
    "와",
    "과",
    "도",
    "만",
    "의",
    "까지",
    "부터",
    "씩",
    "이나",
    "입니다",
    "이에요",
    "예요",
    "이야",
];

/// Whether nothing but a particle, or nothing at all, stands there.
pub(super) fn is_particle(text: &str) -> bool {
    text.is_empty() || PARTICLES.contains(&text)
}
