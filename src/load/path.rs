//! The paths that `use` names.

/// Where a used file is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// Shipped in the library, `std/...`.
    Shipped(String),
    /// Below the root.
    Root(String),
}

/// Why a path leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BadPath {
    /// It leads out of the root.
    Outside,
    /// It is written with other separators than `/`.
    Separator,
    /// It names no file.
    Nothing,
}

impl Place {
    /// The path itself.
    pub(super) fn path(&self) -> &str {
        match self {
            Place::Shipped(path) | Place::Root(path) => path,
        }
    }

    /// The place that a file at this place means by `path`: shipped where it begins with `std/`, else beside the file.
    pub(super) fn of_use(&self, path: &str) -> Result<Place, BadPath> {
        if path.contains('\\') {
            return Err(BadPath::Separator);
        }
        let drive = path.as_bytes().get(1) == Some(&b':');
        if path.starts_with('/') || drive {
            return Err(BadPath::Outside);
        }
        if path.is_empty() || path.ends_with('/') || path.contains('\0') {
            return Err(BadPath::Nothing);
        }
        if path.starts_with("std/") {
            // `std/../x` would be a file of the root under a name of the library's.
            return joined("", path)
                .filter(|path| path.starts_with("std/"))
                .map(Place::Shipped)
                .ok_or(BadPath::Outside);
        }
        let folder = self.path().rsplit_once('/').map_or("", |(folder, _)| folder);
        let joined = joined(folder, path).ok_or(BadPath::Outside)?;
        match self {
            Place::Root(_) => Ok(Place::Root(joined)),
            Place::Shipped(_) if joined.starts_with("std/") => Ok(Place::Shipped(joined)),
            Place::Shipped(_) => Err(BadPath::Outside),
        }
    }
}

/// A path seen from a folder, without `.` and `..`; none where it climbs above the root.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}
