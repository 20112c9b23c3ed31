//! How sure a rate is.

use crate::value::{Number, Value};

/// The quantile of the normal distribution that leaves 2.5 % on either side.
const Z: f64 = 1.959_963_984_540_054;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// How many.
    pub count: usize,
    /// Of how many.
    pub of: usize,
}

impl Rate {
    /// So many of so many.
    pub fn new(count: usize, of: usize) -> Rate {
        Rate { count, of }
    }

    /// The share; none of nothing.
    #[expect(clippy::cast_precision_loss, reason = "a share is shown with four digits")]
    pub fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.count as f64 / self.of as f64)
    }

    /// Wilson's interval, in which the true share lies with 95 % confidence where the cases are independent.
    ///
    /// ```
    /// let (low, high) = chk::replay::Rate::new(8, 10).interval().unwrap();
    /// assert!((low - 0.4902).abs() < 0.0001 && (high - 0.9433).abs() < 0.0001);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "a share is shown with four digits")]
    pub fn interval(self) -> Option<(f64, f64)> {
        let (share, n) = (self.share()?, self.of as f64);
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * ((share * (1.0 - share) + Z * Z / (4.0 * n)) / n).sqrt();
        let whole = 1.0 + Z * Z / n;
        Some((((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0)))
    }

    /// `{"count", "of", "share", "low", "high"}`
    pub fn to_value(self) -> Value {
        let number = |share: Option<f64>| {
            share.and_then(|share| Number::parse(&format!("{share:.4}"))).map_or(Value::Null, Value::Number)
        };
        let (low, high) = self.interval().unzip();
        Value::map([
            ("count", Value::from(self.count)),
            ("of", Value::from(self.of)),
            ("share", number(self.share())),
            ("low", number(low)),
            ("high", number(high)),
        ])
    }
}
