//! Exact numbers: a 19-digit id stays itself, 0.1 + 0.2 is 0.3, and a third times three is one.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

use super::digits::{decimals_of, rounded, write_decimal};

/// An exact rational number. Literals and snapshots hold decimals; only a quotient can be anything else.
///
/// Equality and hash go by value: `1.10` is `1.1`, and `1.0` is `1`.
///
/// ```
/// use chk::value::Number;
/// let number = |text| Number::parse(text).unwrap();
/// assert_eq!(number("0.1").add(&number("0.2")), number("0.30"));
/// assert_eq!(number("1").divide(&number("3")).unwrap().multiply(&number("3")), number("1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(Repr);

/// Canonical, so that equality can be derived: every value that fits `Small` is `Small`, with the smallest scale.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Repr {
    /// `mantissa / 10^scale`, with a scale of at most [`SMALL_SCALE`].
    Small { mantissa: i64, scale: u32 },
    /// Whatever does not fit.
    Big(Box<BigRational>),
}

/// The most digits that a number may be written with.
pub const MAX_DIGITS: usize = 1_000;

/// 10^18 is the largest power of ten whose product with any `i64` fits an `i128` with room for a sum.
const SMALL_SCALE: u32 = 18;

impl Number {
    /// Reads `-?digits[.digits]`.
    pub fn parse(text: &str) -> Option<Number> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        // Most numbers: 18 digits always fit an i64.
        if (1..=18).contains(&digits.len()) && plain(digits) {
            let whole = digits.bytes().fold(0i64, |sum, byte| sum * 10 + i64::from(byte - b'0'));
            return Some(Number::from(if negative { -whole } else { whole }));
        }
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        if whole.is_empty() || digits.ends_with('.') || !plain(whole) || !plain(fraction) || digits.len() > MAX_DIGITS {
            return None;
        }
        let scale = u32::try_from(fraction.len()).ok()?;
        // 36 digits always fit an i128.
        if whole.len() + fraction.len() <= 36 {
            let digit = |sum: i128, byte: u8| sum * 10 + i128::from(byte - b'0');
            let mantissa = whole.bytes().chain(fraction.bytes()).fold(0, digit);
            return Some(Number::decimal(if negative { -mantissa } else { mantissa }, scale));
        }
        let mantissa: BigInt = format!("{whole}{fraction}").parse().ok()?;
        let mantissa = if negative { -mantissa } else { mantissa };
        Some(Number::from_ratio(BigRational::new(mantissa, power_of_ten(scale))))
    }

    /// Reads a JSON number, exponent included; none where it would be written with more than [`MAX_DIGITS`] digits.
    pub fn parse_json(text: &str) -> Option<Number> {
        let Some(at) = text.find(['e', 'E']) else { return Number::parse(text) };
        let base = Number::parse(text.get(..at)?)?;
        let exponent: i32 = text.get(at + 1..)?.parse().ok()?;
        if base == Number::zero() {
            return Some(base);
        }
        if exponent.unsigned_abs() as usize > 2 * MAX_DIGITS {
            return None;
        }
        let power = BigRational::from(power_of_ten(exponent.unsigned_abs()));
        let power = if exponent < 0 { power.recip() } else { power };
        let number = Number::from_ratio(base.to_ratio() * power);
        (number.to_string().bytes().filter(u8::is_ascii_digit).count() <= MAX_DIGITS).then_some(number)
    }

    /// Zero.
    pub fn zero() -> Number {
        Number(Repr::Small { mantissa: 0, scale: 0 })
    }

    /// Whether there is nothing behind the point.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small { scale, .. } => *scale == 0,
            Repr::Big(ratio) => ratio.is_integer(),
        }
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small { mantissa, .. } => *mantissa < 0,
            Repr::Big(ratio) => ratio.is_negative(),
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { mantissa: 0, .. })
    }

    /// The digits behind the point that writing it out takes; none for a quotient without an end.
    pub fn decimals(&self) -> Option<usize> {
        match &self.0 {
            Repr::Small { scale, .. } => Some(*scale as usize),
            Repr::Big(ratio) => decimals_of(ratio.denom().magnitude()).map(|scale| scale as usize),
        }
    }

    /// The sum.
    pub fn add(&self, other: &Number) -> Number {
        match (&self.0, &other.0) {
            (Repr::Small { mantissa: a, scale: s }, Repr::Small { mantissa: b, scale: t }) => {
                let scale = *s.max(t);
                Number::decimal(at_scale(*a, scale - s) + at_scale(*b, scale - t), scale)
            }
            _ => Number::from_ratio(self.to_ratio() + other.to_ratio()),
        }
    }

    /// The difference.
    pub fn subtract(&self, other: &Number) -> Number {
        self.add(&other.negate())
    }

    /// The product.
    pub fn multiply(&self, other: &Number) -> Number {
        match (&self.0, &other.0) {
            (Repr::Small { mantissa: a, scale: s }, Repr::Small { mantissa: b, scale: t }) => {
                Number::decimal(i128::from(*a) * i128::from(*b), s + t)
            }
            _ => Number::from_ratio(self.to_ratio() * other.to_ratio()),
        }
    }

    /// The exact quotient; none by zero.
    pub fn divide(&self, other: &Number) -> Option<Number> {
        if let (Repr::Small { mantissa, scale }, Repr::Small { mantissa: by, scale: more }) = (&self.0, &other.0)
            && let Some(power) = by.checked_ilog10().filter(|power| 10_i64.pow(*power) == *by)
        {
            // A power of ten only moves the point.
            return Some(Number::decimal(at_scale(*mantissa, *more), scale + power));
        }
        (!other.is_zero()).then(|| Number::from_ratio(self.to_ratio() / other.to_ratio()))
    }

    /// The number with the other sign.
    pub fn negate(&self) -> Number {
        match &self.0 {
            Repr::Small { mantissa, scale } => Number::decimal(-i128::from(*mantissa), *scale),
            // From the ratio again: the negative of 2^63 fits where 2^63 does not.
            Repr::Big(ratio) => Number::from_ratio(-ratio.as_ref()),
        }
    }

    /// The number without its sign.
    pub fn abs(&self) -> Number {
        if self.is_negative() { self.negate() } else { self.clone() }
    }

    /// As an index or a count; none where it is negative, too large or no integer.
    pub fn as_usize(&self) -> Option<usize> {
        self.as_i128().and_then(|number| number.try_into().ok())
    }

    /// As an integer; none where it is too large or no integer.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_i128().and_then(|number| number.try_into().ok())
    }

    /// As an integer; none where it is too large or no integer.
    pub fn as_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::Small { mantissa, scale: 0 } => Some(i128::from(*mantissa)),
            Repr::Small { .. } => None,
            Repr::Big(ratio) => ratio.is_integer().then(|| ratio.numer().to_i128()).flatten(),
        }
    }

    /// `mantissa / 10^scale`, canonical.
    fn decimal(mut mantissa: i128, mut scale: u32) -> Number {
        // Most fit 64 bits, which are divided several times as fast.
        if let Ok(mut mantissa) = i64::try_from(mantissa)
            && scale <= SMALL_SCALE
        {
            while scale > 0 && mantissa % 10 == 0 {
                mantissa /= 10;
                scale -= 1;
            }
            return Number(Repr::Small { mantissa, scale });
        }
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        match i64::try_from(mantissa) {
            Ok(mantissa) if scale <= SMALL_SCALE => Number(Repr::Small { mantissa, scale }),
            _ => Number(Repr::Big(Box::new(BigRational::new(BigInt::from(mantissa), power_of_ten(scale))))),
        }
    }

    /// A ratio, canonical.
    fn from_ratio(ratio: BigRational) -> Number {
        let small = || {
            // The denominator of a small number divides 10^18.
            let denominator = ratio.denom().to_u64()?;
            let scale = decimals_of(&BigUint::from(denominator)).filter(|scale| *scale <= SMALL_SCALE)?;
            let mantissa =
                i128::from(ratio.numer().to_i64()?).checked_mul(10_i128.pow(scale) / i128::from(denominator))?;
            Some(Number(Repr::Small { mantissa: i64::try_from(mantissa).ok()?, scale }))
        };
        small().unwrap_or_else(|| Number(Repr::Big(Box::new(ratio))))
    }

    fn to_ratio(&self) -> BigRational {
        match &self.0 {
            Repr::Small { mantissa, scale } => BigRational::new(BigInt::from(*mantissa), power_of_ten(*scale)),
            Repr::Big(ratio) => ratio.as_ref().clone(),
        }
    }
}

/// `mantissa * 10^more`, where `more` is at most [`SMALL_SCALE`].
fn at_scale(mantissa: i64, more: u32) -> i128 {
    i128::from(mantissa) * 10_i128.pow(more)
}

fn power_of_ten(exponent: u32) -> BigInt {
    BigInt::from(10).pow(exponent)
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small { mantissa: a, scale: s }, Repr::Small { mantissa: b, scale: t }) => {
                let scale = *s.max(t);
                at_scale(*a, scale - s).cmp(&at_scale(*b, scale - t))
            }
            _ => {
                // Crosswise, since the ratio's own comparison recurses as deep as the numbers are long.
                let (a, b) = (self.to_ratio(), other.to_ratio());
                (a.numer() * b.denom()).cmp(&(b.numer() * a.denom()))
            }
        }
    }
}

/// By hand, since the ratio's own hash recurses as deep as the numbers are long.
impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Small { mantissa, scale } => (mantissa, scale).hash(state),
            Repr::Big(ratio) => (ratio.numer(), ratio.denom()).hash(state),
        }
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Number {
        Number(Repr::Small { mantissa: number, scale: 0 })
    }
}

impl From<usize> for Number {
    fn from(number: usize) -> Number {
        match i64::try_from(number) {
            Ok(number) => Number::from(number),
            Err(_) => Number::from_ratio(BigRational::from(BigInt::from(number))),
        }
    }
}

/// Exact and without trailing zeros. Only a quotient without an end is rounded: half to even, at 34 significant digits.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = match &self.0 {
            Repr::Small { mantissa, scale: 0 } => return write!(f, "{mantissa}"),
            Repr::Small { mantissa, scale } => {
                return write_decimal(f, *mantissa < 0, &mantissa.unsigned_abs().to_string(), *scale);
            }
            Repr::Big(ratio) => ratio,
        };
        let (numerator, denominator) = (ratio.numer().magnitude(), ratio.denom().magnitude());
        let (digits, scale) = match decimals_of(denominator) {
            Some(scale) => (numerator * BigUint::from(10_u32).pow(scale) / denominator, scale),
            None => rounded(numerator, denominator),
        };
        write_decimal(f, ratio.numer().sign() == Sign::Minus, &digits.to_string(), scale)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    fn shown(text: &str) -> String {
        number(text).to_string()
    }

    #[test]
    fn equality_and_hash_go_by_value() {
        assert_eq!(number("1.0"), number("1"));
        assert_eq!(number("1.10"), number("1.1"));
        assert_eq!(number("-0"), Number::zero());
        let all: HashSet<Number> = ["5", "5.0", "5.00"].iter().map(|text| number(text)).collect();
        assert_eq!(all.len(), 1);
    }

    #[test]
    fn a_sum_of_decimals_is_exact() {
        assert_eq!(number("0.1").add(&number("0.2")), number("0.3"));
    }

    #[test]
    fn a_long_id_stays_itself() {
        assert_eq!(shown("9223372036854775808"), "9223372036854775808");
        assert_ne!(number("9223372036854775808"), number("9223372036854775809"));
    }

    #[test]
    fn a_third_times_three_is_one() {
        let third = number("1").divide(&number("3")).unwrap();
        assert_eq!(third.multiply(&number("3")), number("1"));
        assert_eq!(third.decimals(), None);
        assert_eq!(number("1").divide(&Number::zero()), None);
    }

    #[test]
    fn a_quotient_without_an_end_is_rounded_at_34_digits() {
        let quotient = |a: &str, b: &str| number(a).divide(&number(b)).unwrap().to_string();
        assert_eq!(quotient("1", "3"), format!("0.{}", "3".repeat(34)));
        assert_eq!(quotient("2", "3"), format!("0.{}7", "6".repeat(33)));
        assert_eq!(quotient("-20", "3"), format!("-6.{}7", "6".repeat(32)));
        // 10^50 / 3 has 50 digits before the point: 34 threes and 16 noughts.
        let long = format!("1{}", "0".repeat(50));
        assert_eq!(quotient(&long, "3"), format!("{}{}", "3".repeat(34), "0".repeat(16)));
        assert_eq!(quotient("1", "300"), format!("0.00{}", "3".repeat(34)));
        // (3 * 10^41 - 1) / (3 * 10^40) = 9.99...9666: 40 nines, which round up to ten.
        assert_eq!(quotient(&format!("2{}", "9".repeat(41)), &format!("3{}", "0".repeat(40))), "10");
    }

    #[test]
    fn a_finite_decimal_is_never_rounded() {
        // 1 / 2^40 = 5^40 / 10^40.
        let mut half = number("1");
        for _ in 0..40 {
            half = half.divide(&number("2")).unwrap();
        }
        assert_eq!(half.decimals(), Some(40));
        assert_eq!(half.to_string(), "0.0000000000009094947017729282379150390625");
    }

    #[test]
    fn decimals_are_shown_without_trailing_zeros() {
        assert_eq!(shown("1.500"), "1.5");
        assert_eq!(shown("-0.05"), "-0.05");
        assert_eq!(shown("100"), "100");
        assert_eq!(number("1.50").decimals(), Some(1));
    }

    #[test]
    fn only_the_shape_of_the_language_is_read() {
        for text in ["", "-", "1.", ".5", "+1", "1e3", "1,000", "١", " 1", "1.2.3", "--1"] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
        assert_eq!(Number::parse(&"9".repeat(MAX_DIGITS + 1)), None);
        assert!(Number::parse(&"9".repeat(MAX_DIGITS)).is_some());
    }

    #[test]
    fn an_exponent_is_bounded_by_the_digits_it_makes() {
        assert_eq!(Number::parse_json("5e2"), Some(number("500")));
        assert_eq!(Number::parse_json("5E-2"), Some(number("0.05")));
        assert_eq!(Number::parse_json("1.5e+1"), Some(number("15")));
        assert_eq!(Number::parse_json("0e999999999"), Some(Number::zero()));
        assert!(Number::parse_json("1e999").is_some());
        assert_eq!(Number::parse_json("1e1000"), None);
        assert_eq!(Number::parse_json("1e99999999999"), None);
        assert_eq!(Number::parse_json("1e"), None);
    }

    #[test]
    fn the_edges_of_the_small_form_are_crossed_without_loss() {
        let least = Number::from(i64::MIN);
        assert_eq!(least.negate().to_string(), "9223372036854775808");
        assert_eq!(least.negate().negate(), least);
        assert_eq!(least.multiply(&least).divide(&least), Some(least.clone()));
        assert_eq!(least.as_i64(), Some(i64::MIN));
        assert_eq!(least.negate().as_i64(), None);
        assert_eq!(number("3").as_usize(), Some(3));
        assert_eq!(number("-3").as_usize(), None);
        assert_eq!(number("3.5").as_usize(), None);
        assert_eq!(Number::from(usize::MAX).as_usize(), Some(usize::MAX));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn what_is_shown_reads_as_the_same_number(text in "-?[0-9]{1,40}(\\.[0-9]{1,40})?") {
            let read = number(&text);
            prop_assert_eq!(&number(&read.to_string()), &read);
        }

        #[test]
        fn arithmetic_agrees_with_ratios(a in "-?[0-9]{1,22}(\\.[0-9]{1,22})?", b in "-?[0-9]{1,22}(\\.[0-9]{1,22})?") {
            let (x, y) = (number(&a), number(&b));
            let (p, q) = (x.to_ratio(), y.to_ratio());
            prop_assert_eq!(x.add(&y), Number::from_ratio(&p + &q));
            prop_assert_eq!(x.subtract(&y), Number::from_ratio(&p - &q));
            prop_assert_eq!(x.multiply(&y), Number::from_ratio(&p * &q));
            prop_assert_eq!(x.cmp(&y), p.cmp(&q));
        }
    }
}
