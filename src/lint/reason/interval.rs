//! Sets of exact numbers as intervals.

use crate::value::Number;

/// One end of an interval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) at: Number,
    /// Whether the end itself belongs to it.
    pub(super) closed: bool,
}

/// All numbers between two ends; none: without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: Option<Edge>,
    pub(super) high: Option<Edge>,
}

/// Disjoint intervals in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Intervals(Vec<Interval>);

impl Interval {
    fn is_empty(&self) -> bool {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) => low.at > high.at || (low.at == high.at && !(low.closed && high.closed)),
            _ => false,
        }
    }

    fn holds(&self, number: &Number) -> bool {
        self.low.as_ref().is_none_or(|low| *number > low.at || (low.closed && *number == low.at))
            && self.high.as_ref().is_none_or(|high| *number < high.at || (high.closed && *number == high.at))
    }

    fn meet(&self, other: &Interval) -> Interval {
        Interval { low: tighter(&self.low, &other.low, false), high: tighter(&self.high, &other.high, true) }
    }
}

/// The end that leaves less.
fn tighter(one: &Option<Edge>, other: &Option<Edge>, is_high: bool) -> Option<Edge> {
    let (Some(a), Some(b)) = (one, other) else { return one.clone().or_else(|| other.clone()) };
    Some(match a.at.cmp(&b.at) {
        std::cmp::Ordering::Equal => Edge { at: a.at.clone(), closed: a.closed && b.closed },
        order if order.is_lt() == is_high => a.clone(),
        _ => b.clone(),
    })
}

impl Intervals {
    pub(super) fn none() -> Intervals {
        Intervals(Vec::new())
    }

    pub(super) fn all() -> Intervals {
        Intervals(vec![Interval { low: None, high: None }])
    }

    pub(super) fn point(at: Number) -> Intervals {
        Intervals::between(Some(Edge { at: at.clone(), closed: true }), Some(Edge { at, closed: true }))
    }

    pub(super) fn between(low: Option<Edge>, high: Option<Edge>) -> Intervals {
        let interval = Interval { low, high };
        Intervals(if interval.is_empty() { Vec::new() } else { vec![interval] })
    }

    pub(super) fn at_least(at: Number) -> Intervals {
        Intervals::between(Some(Edge { at, closed: true }), None)
    }

    pub(super) fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn is_all(&self) -> bool {
        matches!(self.0.as_slice(), [Interval { low: None, high: None }])
    }

    pub(super) fn parts(&self) -> &[Interval] {
        &self.0
    }

    pub(super) fn holds(&self, number: &Number) -> bool {
        self.0.iter().any(|interval| interval.holds(number))
    }

    /// The only number in it.
    pub(super) fn only(&self) -> Option<&Number> {
        match self.0.as_slice() {
            [Interval { low: Some(low), high: Some(high) }] if low.at == high.at => Some(&low.at),
            _ => None,
        }
    }

    pub(super) fn low(&self) -> Option<&Edge> {
        self.0.first().and_then(|first| first.low.as_ref())
    }

    pub(super) fn high(&self) -> Option<&Edge> {
        self.0.last().and_then(|last| last.high.as_ref())
    }

    pub(super) fn meet(&self, other: &Intervals) -> Intervals {
        let met = self.0.iter().flat_map(|one| other.0.iter().map(|other| one.meet(other)));
        Intervals(met.filter(|interval| !interval.is_empty()).collect())
    }

    pub(super) fn join(&self, other: &Intervals) -> Intervals {
        self.outside().meet(&other.outside()).outside()
    }

    /// Every number that is not in it.
    pub(super) fn outside(&self) -> Intervals {
        let flip = |edge: &Edge| Some(Edge { at: edge.at.clone(), closed: !edge.closed });
        self.0.iter().fold(Intervals::all(), |left, interval| {
            let below = interval.low.as_ref().map(|low| Interval { low: None, high: flip(low) });
            let above = interval.high.as_ref().map(|high| Interval { low: flip(high), high: None });
            left.meet(&Intervals(below.into_iter().chain(above).collect()))
        })
    }

    /// The numbers below, or at most, the highest one that is in it.
    pub(super) fn up_to(&self, or_equal: bool) -> Intervals {
        Intervals::between(None, self.high().map(|edge| Edge { closed: edge.closed && or_equal, ..edge.clone() }))
    }

    /// The numbers above, or at least, the lowest one that is in it.
    pub(super) fn down_to(&self, or_equal: bool) -> Intervals {
        Intervals::between(self.low().map(|edge| Edge { closed: edge.closed && or_equal, ..edge.clone() }), None)
    }

    /// Without what is no integer.
    pub(super) fn whole(&self) -> Intervals {
        let one = Number::from(1i64);
        let parts = self.0.iter().flat_map(|interval| {
            let up = |edge: &Edge| match &edge.at {
                at if at.is_integer() && edge.closed => at.clone(),
                at if at.is_integer() => at.add(&one),
                at => floor(at).add(&one),
            };
            let down = |edge: &Edge| match &edge.at {
                at if at.is_integer() && !edge.closed => at.subtract(&one),
                at => floor(at),
            };
            let closed = |at| Edge { at, closed: true };
            let whole = Intervals::between(
                interval.low.as_ref().map(up).map(closed),
                interval.high.as_ref().map(down).map(closed),
            );
            whole.0
        });
        Intervals(parts.collect())
    }

    /// The sum of any two.
    pub(super) fn add(&self, other: &Intervals) -> Intervals {
        let sum = |one: Option<&Edge>, other: Option<&Edge>| {
            let (one, other) = one.zip(other)?;
            Some(Edge { at: one.at.add(&other.at), closed: one.closed && other.closed })
        };
        if self.is_none() || other.is_none() {
            return Intervals::none();
        }
        Intervals::between(sum(self.low(), other.low()), sum(self.high(), other.high()))
    }

    /// The negative of each.
    pub(super) fn negate(&self) -> Intervals {
        let turn = |edge: &Edge| Edge { at: edge.at.negate(), closed: edge.closed };
        let turned = self
            .0
            .iter()
            .rev()
            .map(|interval| Interval { low: interval.high.as_ref().map(turn), high: interval.low.as_ref().map(turn) });
        Intervals(turned.collect())
    }

    /// Each so many times.
    pub(super) fn times(&self, factor: &Number) -> Intervals {
        if factor.is_zero() {
            return if self.is_none() { Intervals::none() } else { Intervals::point(Number::zero()) };
        }
        if factor.is_negative() {
            return self.negate().times(&factor.negate());
        }
        let scale = |edge: &Edge| Edge { at: edge.at.multiply(factor), closed: edge.closed };
        let scaled = self.0.iter().map(|interval| Interval {
            low: interval.low.as_ref().map(scale),
            high: interval.high.as_ref().map(scale),
        });
        Intervals(scaled.collect())
    }

    /// In words: `from 1 to 100`, `above 0`; `show` writes a number.
    pub(super) fn describe(&self, show: &dyn Fn(&Number) -> String) -> String {
        let parts = self.0.iter().map(|interval| match (&interval.low, &interval.high) {
            (Some(low), Some(high)) if low.at == high.at => show(&low.at),
            (Some(low), Some(high)) if low.closed && high.closed => {
                format!("from {} to {}", show(&low.at), show(&high.at))
            }
            (low, high) => {
                let low = low
                    .as_ref()
                    .map(|edge| format!("{} {}", if edge.closed { "at least" } else { "above" }, show(&edge.at)));
                let high = high
                    .as_ref()
                    .map(|edge| format!("{} {}", if edge.closed { "at most" } else { "below" }, show(&edge.at)));
                low.into_iter().chain(high).collect::<Vec<_>>().join(" and ")
            }
        });
        parts.collect::<Vec<_>>().join(" or ")
    }
}

/// The greatest integer that is not above it.
fn floor(number: &Number) -> Number {
    if number.is_integer() {
        return number.clone();
    }
    // What stands before the point is rounded to zero; a quotient without an end is rounded itself.
    let text = number.to_string();
    let whole = text.split('.').next().and_then(Number::parse).unwrap_or_else(Number::zero);
    if whole > *number { whole.subtract(&Number::from(1i64)) } else { whole }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    fn open(low: &str, high: &str) -> Intervals {
        let edge = |text| Some(Edge { at: number(text), closed: false });
        Intervals::between(edge(low), edge(high))
    }

    #[test]
    fn the_outside_of_the_outside_is_the_set_itself() {
        let set = open("1", "2").join(&Intervals::point(number("5")));
        assert_eq!(set.outside().outside(), set);
        assert!(set.holds(&number("1.5")) && set.holds(&number("5")) && !set.holds(&number("2")));
    }

    #[test]
    fn no_integer_lies_between_two_that_follow_each_other() {
        assert!(open("1", "2").whole().is_none());
        assert_eq!(
            open("-1.5", "1.5").whole(),
            Intervals::between(
                Some(Edge { at: number("-1"), closed: true }),
                Some(Edge { at: number("1"), closed: true }),
            )
        );
    }

    #[test]
    fn a_negative_factor_turns_the_ends() {
        // 1 < x < 2 gives -4 < -2x < -2.
        assert_eq!(open("1", "2").times(&number("-2")), open("-4", "-2"));
    }
}
