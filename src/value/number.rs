//! Exact numbers: a 19-digit id stays itself, 0.1 + 0.2 is 0.3, and a third times three is one.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// An exact rational number. Literals and snapshots hold decimals; only a quotient can be anything else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Number(BigRational);

/// The most digits that a number may be written with.
pub const MAX_DIGITS: usize = 1_000;

impl Number {
    /// Reads `-?digits[.digits]`.
    pub fn parse(text: &str) -> Option<Number> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || digits.ends_with('.') || !plain(whole) || !plain(fraction) || digits.len() > MAX_DIGITS {
            return None;
        }
        let mantissa: BigInt = format!("{whole}{fraction}").parse().ok()?;
        let scale = BigInt::from(10).pow(u32::try_from(fraction.len()).ok()?);
        Some(Number(BigRational::new(mantissa * sign, scale)))
    }

    /// Reads a JSON number, exponent included; none where it would have more than [`MAX_DIGITS`] digits.
    pub fn parse_json(text: &str) -> Option<Number> {
        let Some(at) = text.find(['e', 'E']) else { return Number::parse(text) };
        let base = Number::parse(text.get(..at)?)?;
        let exponent: i32 = text.get(at + 1..)?.parse().ok()?;
        if exponent.unsigned_abs() as usize > MAX_DIGITS {
            return None;
        }
        let power = BigRational::from(BigInt::from(10)).pow(exponent);
        Some(Number(base.0 * power))
    }

    /// Zero.
    pub fn zero() -> Number {
        Number(BigRational::zero())
    }

    /// Whether there is nothing behind the point.
    pub fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// The sum.
    pub fn add(&self, other: &Number) -> Number {
        Number(&self.0 + &other.0)
    }

    /// The difference.
    pub fn subtract(&self, other: &Number) -> Number {
        Number(&self.0 - &other.0)
    }

    /// The product.
    pub fn multiply(&self, other: &Number) -> Number {
        Number(&self.0 * &other.0)
    }

    /// The exact quotient; none by zero.
    pub fn divide(&self, other: &Number) -> Option<Number> {
        (!other.0.is_zero()).then(|| Number(&self.0 / &other.0))
    }

    /// As an index or a count; none where it is negative, too large or no integer.
    pub fn as_usize(&self) -> Option<usize> {
        self.0.is_integer().then(|| self.0.numer().to_usize()).flatten()
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Number {
        Number(BigRational::from(BigInt::from(number)))
    }
}

impl From<usize> for Number {
    fn from(number: usize) -> Number {
        Number(BigRational::from(BigInt::from(number)))
    }
}

/// Without trailing zeros.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.denom().is_one() {
            return write!(f, "{}", self.0.numer());
        }
        write!(f, "{}/{}", self.0.numer(), self.0.denom())
    }
}
