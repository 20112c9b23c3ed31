//! Where each node of a picture stands: in columns by its longest way from a source, in rows near what it is tied to.
//!
//! A line that passes columns gets a place in each of them, so that it runs between the nodes and not through them.

use std::collections::{BTreeSet, HashMap};

/// A node or the passage of a line, with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// Its column.
    pub(super) column: usize,
    /// Its upper edge.
    pub(super) y: f64,
    /// How tall it is.
    pub(super) height: f64,
}

/// Where everything stands.
#[derive(Debug)]
pub(super) struct Layout {
    /// The nodes, then the passages.
    pub(super) spots: Vec<Spot>,
    /// For each edge the spots that it leads through, from its first node to its last.
    pub(super) routes: Vec<Vec<usize>>,
    /// How many columns there are.
    pub(super) columns: usize,
    /// How tall the whole is.
    pub(super) height: f64,
}

/// Between two nodes of a column.
const GAP: f64 = 16.0;
/// How tall the passage of a line is.
const PASSAGE: f64 = 6.0;
/// How often rows are put in order, there and back.
const SWEEPS: usize = 6;
/// Lines beyond this many passages are drawn straight: nobody follows them by eye.
const MOST_PASSAGES: usize = 20_000;

/// Lays out nodes of these heights.
pub(super) fn layout(heights: &[f64], edges: &[(usize, usize)]) -> Layout {
    let columns = columns(heights.len(), edges);
    let at = |node: usize| columns.get(node).copied().unwrap_or(0);
    let mut spots: Vec<Spot> =
        heights.iter().enumerate().map(|(node, height)| Spot { column: at(node), y: 0.0, height: *height }).collect();
    let mut routes = Vec::with_capacity(edges.len());
    for (from, to) in edges {
        let mut route = vec![*from];
        for column in at(*from) + 1..at(*to) {
            if spots.len() - heights.len() < MOST_PASSAGES {
                route.push(spots.len());
                spots.push(Spot { column, y: 0.0, height: PASSAGE });
            }
        }
        route.push(*to);
        routes.push(route);
    }
    let count = spots.iter().map(|spot| spot.column + 1).max().unwrap_or(0);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (spot, found) in spots.iter().enumerate() {
        if let Some(row) = rows.get_mut(found.column) {
            row.push(spot);
        }
    }
    let mut near: Vec<(Vec<usize>, Vec<usize>)> = vec![(Vec::new(), Vec::new()); spots.len()];
    for pair in routes.iter().flat_map(|route| route.windows(2)) {
        let [from, to] = pair else { continue };
        near.get_mut(*from).into_iter().for_each(|near| near.1.push(*to));
        near.get_mut(*to).into_iter().for_each(|near| near.0.push(*from));
    }
    sort(&mut rows, &near, spots.len());
    place(&mut spots, &rows, &near);
    let height = spots.iter().map(|spot| spot.y + spot.height).fold(0.0, f64::max);
    Layout { spots, routes, columns: count, height }
}

/// The column of each node: behind all that it hangs on. Where there is a circle, the first node of those left begins it.
fn columns(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut waiting = vec![0usize; count];
    for (from, to) in edges.iter().filter(|(from, to)| from != to) {
        out.get_mut(*from).into_iter().for_each(|out| out.push(*to));
        waiting.get_mut(*to).into_iter().for_each(|waiting| *waiting += 1);
    }
    let mut free: BTreeSet<usize> = (0..count).filter(|node| waiting.get(*node) == Some(&0)).collect();
    let mut left: BTreeSet<usize> = (0..count).collect();
    let mut columns = vec![0usize; count];
    while let Some(node) = free.pop_first().or_else(|| left.first().copied()) {
        if !left.remove(&node) {
            continue;
        }
        let behind = columns.get(node).copied().unwrap_or(0) + 1;
        for to in out.get(node).into_iter().flatten().filter(|to| left.contains(to)) {
            columns.get_mut(*to).into_iter().for_each(|column| *column = behind.max(*column));
            if let Some(waiting) = waiting.get_mut(*to) {
                *waiting = waiting.saturating_sub(1);
                if *waiting == 0 {
                    free.insert(*to);
                }
            }
        }
    }
    // What hangs on nothing stands beside the first that hangs on it, which keeps its lines short.
    let reached: BTreeSet<usize> = edges.iter().map(|(_, to)| *to).collect();
    let sources = (0..count).filter(|node| !reached.contains(node));
    for node in sources {
        let next = out.get(node).into_iter().flatten().filter_map(|to| columns.get(*to)).min().copied();
        if let (Some(next), Some(column)) = (next, columns.get_mut(node)) {
            *column = next.saturating_sub(1);
        }
    }
    columns
}

/// Puts each column in the order of the middles of what its spots are tied to, forwards and backwards in turn.
fn sort(rows: &mut [Vec<usize>], near: &[(Vec<usize>, Vec<usize>)], spots: usize) {
    let mut order = vec![0.0f64; spots];
    for row in rows.iter() {
        number(row, &mut order);
    }
    for sweep in 0..SWEEPS {
        let forwards = sweep % 2 == 0;
        let mut turns: Vec<&mut Vec<usize>> = rows.iter_mut().collect();
        if !forwards {
            turns.reverse();
        }
        for row in turns {
            let middles: HashMap<usize, f64> = row
                .iter()
                .map(|spot| {
                    let own = order.get(*spot).copied().unwrap_or(0.0);
                    let of = near.get(*spot).map(|(before, behind)| if forwards { before } else { behind });
                    (*spot, middle(of.into_iter().flatten().filter_map(|other| order.get(*other))).unwrap_or(own))
                })
                .collect();
            let of = |spot: &usize| middles.get(spot).copied().unwrap_or(0.0);
            row.sort_by(|one, other| of(one).total_cmp(&of(other)).then(one.cmp(other)));
            number(row, &mut order);
        }
    }
}

/// The share of its column at which each spot stands.
fn number(row: &[usize], order: &mut [f64]) {
    let share = 1.0 / row.len().max(1) as f64;
    for (place, spot) in row.iter().enumerate() {
        order.get_mut(*spot).into_iter().for_each(|order| *order = (place as f64 + 0.5) * share);
    }
}

fn middle<'a>(of: impl Iterator<Item = &'a f64>) -> Option<f64> {
    let (sum, count) = of.fold((0.0, 0usize), |(sum, count), one| (sum + one, count + 1));
    (count > 0).then(|| sum / count as f64)
}

/// Gives each spot a height that is near what it is tied to and clear of its neighbours.
fn place(spots: &mut [Spot], rows: &[Vec<usize>], near: &[(Vec<usize>, Vec<usize>)]) {
    let centre = |spots: &[Spot], spot: usize| spots.get(spot).map_or(0.0, |spot| spot.y + spot.height / 2.0);
    for pass in 0..=SWEEPS {
        for row in rows {
            let mut free = f64::NEG_INFINITY;
            let mut moved = 0.0;
            for spot in row {
                let Some((before, behind)) = near.get(*spot) else { continue };
                let ties: Vec<f64> = before.iter().chain(behind).map(|other| centre(spots, *other)).collect();
                let Some(found) = spots.get_mut(*spot) else { continue };
                let wanted = match (pass, middle(ties.iter())) {
                    (1.., Some(middle)) => middle - found.height / 2.0,
                    _ => found.y,
                };
                found.y = if free.is_finite() { wanted.max(free) } else { wanted };
                moved += found.y - wanted;
                free = found.y + found.height + if found.height > PASSAGE { GAP } else { PASSAGE };
            }
            // Spots that were pushed down take those above them up by as much on average.
            let back = moved / row.len().max(1) as f64;
            row.iter().filter_map(|spot| spots.get_mut(*spot).map(|spot| spot.y -= back)).for_each(drop);
        }
    }
    let top = spots.iter().map(|spot| spot.y).fold(f64::INFINITY, f64::min);
    if top.is_finite() {
        spots.iter_mut().for_each(|spot| spot.y -= top);
    }
}
