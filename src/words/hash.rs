//! The hash of a word.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

/// Mixed into every hash: whoever writes a text must not know which words meet in one place.
static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));

/// A cheap hash of a word. It is another one in every process, and only where to look depends on it.
#[inline]
pub(super) fn hash(word: &str) -> u64 {
    let bytes = word.as_bytes();
    let state = SEED.wrapping_add(bytes.len() as u64);
    // Eight bytes at a time, those at the end once more.
    if let Some(last) = bytes.last_chunk::<8>() {
        let (blocks, _) = bytes.as_chunks::<8>();
        let state = blocks.iter().fold(state, |state, block| mix(state, u64::from_le_bytes(*block)));
        return mix(state, u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return mix(state, u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last)));
    }
    mix(state, bytes.iter().fold(0, |part, byte| part << 8 | u64::from(*byte)))
}

/// The same of a number.
#[inline]
pub(super) fn hash_number(number: u64) -> u64 {
    mix(*SEED, number)
}

fn mix(state: u64, part: u64) -> u64 {
    let product = u128::from(state ^ part) * 0x9e37_79b9_7f4a_7c15;
    product as u64 ^ (product >> 64) as u64
}
