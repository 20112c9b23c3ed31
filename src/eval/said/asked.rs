//! For what a value is looked up.

use crate::program::{Slot, Type};
use crate::words::Target;

/// A value for no slot is taken in no unit.
static NO_TARGET: Target = Target::none();

/// What a value is looked up as: its type, and the slot that it is for or an element of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'s> {
    pub(crate) ty: &'s Type,
    /// Its name, unit and doc comment say what its numbers and its booleans mean.
    pub(crate) slot: Option<&'s Slot>,
}

impl<'s> Asked<'s> {
    /// A type alone, for no slot.
    pub(crate) fn of(ty: &'s Type) -> Asked<'s> {
        Asked { ty, slot: None }
    }

    /// The value of a slot.
    pub(crate) fn slot(slot: &'s Slot) -> Asked<'s> {
        Asked { ty: &slot.ty, slot: Some(slot) }
    }

    /// The units in which its numbers are taken.
    pub(super) fn target(self) -> &'s Target {
        self.slot.map_or(&NO_TARGET, Slot::target)
    }

    /// Whether it is what something is called.
    pub(super) fn is_name(self) -> bool {
        self.slot.is_some_and(|slot| slot.asked.is_name)
    }

    /// Its comment.
    pub(super) fn doc(self) -> &'s str {
        self.slot.and_then(|slot| slot.doc.as_deref()).unwrap_or_default()
    }

    /// A part of the value, or one of its types.
    pub(crate) fn as_type(self, ty: &'s Type) -> Asked<'s> {
        Asked { ty, ..self }
    }
}
