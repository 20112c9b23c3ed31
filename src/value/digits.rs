//! The digits of a number: how many it takes to write it, and which.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The digits of a quotient without an end that are written out.
const QUOTIENT_DIGITS: u32 = 34;

/// The digits behind the point of a reduced fraction: the larger exponent of 2 and 5, where nothing else divides.
pub(super) fn decimals_of(denominator: &BigUint) -> Option<u32> {
    let twos = denominator.trailing_zeros().unwrap_or(0);
    let mut rest = denominator >> twos;
    let mut fives = 0;
    while (&rest % 5_u32).is_zero() {
        rest /= 5_u32;
        fives += 1;
    }
    rest.is_one().then(|| u32::try_from(twos.max(fives)).ok()).flatten()
}

/// The mantissa and the scale of a quotient, rounded half to even at [`QUOTIENT_DIGITS`] significant digits.
pub(super) fn rounded(numerator: &BigUint, denominator: &BigUint) -> (BigUint, u32) {
    let ten = BigUint::from(10_u32);
    let bound = ten.pow(QUOTIENT_DIGITS);
    let length = |number: &BigUint| number.to_string().len() as i64;
    // The quotient's digits before the point, or one more; so at most one digit too many, never one too few.
    let mut shift = i64::from(QUOTIENT_DIGITS) - (length(numerator) - length(denominator));
    loop {
        let power = ten.pow(u32::try_from(shift.unsigned_abs()).unwrap_or(u32::MAX));
        let (above, below) = if shift >= 0 {
            (numerator * power, denominator.clone())
        } else {
            (numerator.clone(), denominator * power)
        };
        let (mut digits, rest) = (&above / &below, &above % &below);
        if digits >= bound {
            shift -= 1;
            continue;
        }
        match (rest << 1_u32).cmp(&below) {
            Ordering::Greater => digits += 1_u32,
            Ordering::Equal if digits.bit(0) => digits += 1_u32,
            _ => {}
        }
        let scale = u32::try_from(shift.max(0)).unwrap_or(u32::MAX);
        return if shift >= 0 { (digits, scale) } else { (digits * ten.pow(u32::try_from(-shift).unwrap_or(0)), 0) };
    }
}

/// Writes a mantissa with a point `scale` digits from its end.
pub(super) fn write_decimal(f: &mut fmt::Formatter<'_>, negative: bool, digits: &str, scale: u32) -> fmt::Result {
    let scale = scale as usize;
    let padded = format!("{digits:0>width$}", width = scale + 1);
    let (whole, fraction) = padded.split_at(padded.len() - scale);
    let fraction = fraction.trim_end_matches('0');
    let sign = if negative { "-" } else { "" };
    if fraction.is_empty() { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{fraction}") }
}
