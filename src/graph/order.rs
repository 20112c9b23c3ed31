//! Orders and circles. Nodes are indices, in the order of the declarations.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// Every node after all that it reads, and in their own order among the independent; none where there is a circle.
pub(crate) fn order(reads: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut waiting: Vec<usize> = reads.iter().map(Vec::len).collect();
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); reads.len()];
    for (node, read) in reads.iter().enumerate() {
        for of in read {
            readers.get_mut(*of)?.push(node);
        }
    }
    let free = waiting.iter().enumerate().filter(|(_, count)| **count == 0).map(|(node, _)| Reverse(node));
    let mut ready: BinaryHeap<Reverse<usize>> = free.collect();
    let mut order = Vec::with_capacity(reads.len());
    while let Some(Reverse(node)) = ready.pop() {
        order.push(node);
        for reader in readers.get(node)? {
            let count = waiting.get_mut(*reader)?;
            *count -= 1;
            if *count == 0 {
                ready.push(Reverse(*reader));
            }
        }
    }
    (order.len() == reads.len()).then_some(order)
}

/// One circle of each group of nodes that lie on one, from its first node on.
pub(crate) fn cycles(reads: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = reads.iter().map(|_| graph.add_node(())).collect();
    for (node, read) in nodes.iter().zip(reads) {
        for of in read.iter().filter_map(|of| nodes.get(*of)) {
            graph.add_edge(*node, *of, ());
        }
    }
    let mut found = Vec::new();
    for component in kosaraju_scc(&graph) {
        let mut members: Vec<usize> = component.into_iter().map(NodeIndex::index).collect();
        members.sort_unstable();
        let Some(first) = members.first().copied() else { continue };
        if members.len() > 1 || reads.get(first).is_some_and(|read| read.contains(&first)) {
            found.extend(shortest(reads, first));
        }
    }
    found.sort();
    found
}

/// A shortest way from a node back to itself.
fn shortest(reads: &[Vec<usize>], start: usize) -> Option<Vec<usize>> {
    let mut from: Vec<Option<usize>> = vec![None; reads.len()];
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for of in reads.get(node)? {
            if *of == start {
                let mut path = vec![node];
                while let Some(previous) = path.last().copied().filter(|last| *last != start) {
                    path.push(from.get(previous).copied().flatten()?);
                }
                path.reverse();
                return Some(path);
            }
            if let Some(slot @ None) = from.get_mut(*of) {
                *slot = Some(node);
                queue.push_back(*of);
            }
        }
    }
    None
}
