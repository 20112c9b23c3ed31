//! What the tree says.
