//! Where policies are read from. A path is relative to the root and written with `/`; nothing outside the root is read.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use crate::syntax::limits::MAX_FILE_BYTES;

/// A place that holds files.
pub trait Files {
    /// The one path of the file that `path` leads to, so that a file is one file however it is reached.
    ///
    /// # Errors
    /// Where there is no such file, or it lies outside the root.
    fn locate(&self, path: &str) -> Result<String, Unread>;

    /// What the file at a located path holds.
    ///
    /// # Errors
    /// Where it cannot be read, or is too large.
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread>;

    /// The paths of the policies in a folder, in order: for the nearest one of a missing file.
    fn beside(&self, folder: &str) -> Vec<String> {
        let _ = folder;
        Vec::new()
    }

    /// What a file is called where people read about it.
    fn name(&self, path: &str) -> String {
        path.to_owned()
    }
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// It does not exist.
    #[error("there is no such file")]
    Missing,
    /// It lies outside the root.
    #[error("it lies outside the root")]
    Outside,
    /// It has more bytes than are read.
    #[error("it has more than {MAX_FILE_BYTES} bytes")]
    TooLarge,
    /// The system does not give it.
    #[error("it cannot be read: {0}")]
    Failed(String),
}

/// Files in memory, by their paths.
///
/// ```
/// use chk::load::{Files, Memory};
/// let files = Memory::new([("bank.chk", "language 1")]);
/// assert_eq!(files.read("bank.chk").unwrap(), b"language 1");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<String, Vec<u8>>,
}

impl Memory {
    /// These files.
    pub fn new<P: Into<String>, T: Into<Vec<u8>>>(files: impl IntoIterator<Item = (P, T)>) -> Memory {
        Memory { files: files.into_iter().map(|(path, text)| (path.into(), text.into())).collect() }
    }
}

impl Files for Memory {
    fn locate(&self, path: &str) -> Result<String, Unread> {
        if self.files.contains_key(path) { Ok(path.to_owned()) } else { Err(Unread::Missing) }
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        let bytes = self.files.get(path).ok_or(Unread::Missing)?;
        if bytes.len() > MAX_FILE_BYTES { Err(Unread::TooLarge) } else { Ok(bytes.clone()) }
    }

    fn beside(&self, folder: &str) -> Vec<String> {
        let within = |path: &&String| path.rsplit_once('/').map_or("", |(folder, _)| folder) == folder;
        self.files.keys().filter(within).cloned().collect()
    }
}

/// Files on disk, below a root folder.
#[derive(Clone, Debug)]
pub struct Disk {
    root: PathBuf,
}

impl Disk {
    /// The files below a folder.
    pub fn new(root: impl Into<PathBuf>) -> Disk {
        Disk { root: root.into() }
    }

    /// The files of the folder in which a file stands, and that file's path among them.
    pub fn around(file: impl AsRef<Path>) -> (Disk, String) {
        let file = file.as_ref();
        let root = file.parent().unwrap_or(Path::new(""));
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        (Disk::new(root), name)
    }

    /// The path below the root of a file that the system knows under `file`.
    ///
    /// # Errors
    /// Where there is no such file, or it lies outside the root.
    pub fn within(&self, file: impl AsRef<Path>) -> Result<String, Unread> {
        let file = file.as_ref().canonicalize().map_err(|error| unread(&error))?;
        let below = file.strip_prefix(self.canonical_root()?).map_err(|_| Unread::Outside)?;
        let parts: Vec<_> = below
            .components()
            .filter_map(|part| match part {
                Component::Normal(name) => Some(name.to_string_lossy()),
                _ => None,
            })
            .collect();
        Ok(parts.join("/"))
    }

    fn canonical_root(&self) -> Result<PathBuf, Unread> {
        let root = if self.root.as_os_str().is_empty() { Path::new(".") } else { &self.root };
        root.canonicalize().map_err(|error| unread(&error))
    }
}

impl Files for Disk {
    fn locate(&self, path: &str) -> Result<String, Unread> {
        // Links are followed here, so that one that leads out of the root is seen.
        self.within(self.canonical_root()?.join(path))
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        let path = self.canonical_root()?.join(path);
        let metadata = path.metadata().map_err(|error| unread(&error))?;
        if metadata.is_dir() {
            return Err(Unread::Failed("it is a folder".to_owned()));
        }
        if !metadata.is_file() {
            return Err(Unread::Failed("it is no file".to_owned()));
        }
        let file = std::fs::File::open(path).map_err(|error| unread(&error))?;
        let mut bytes = Vec::new();
        // One byte more than is allowed tells that it is too large, whatever the system says of its size.
        let most = u64::try_from(MAX_FILE_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        file.take(most).read_to_end(&mut bytes).map_err(|error| unread(&error))?;
        if bytes.len() > MAX_FILE_BYTES { Err(Unread::TooLarge) } else { Ok(bytes) }
    }

    fn beside(&self, folder: &str) -> Vec<String> {
        let Ok(root) = self.canonical_root() else { return Vec::new() };
        let Ok(entries) = root.join(folder).read_dir() else { return Vec::new() };
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let policies = names.filter(|name| name.ends_with(".chk"));
        let mut paths: Vec<String> =
            policies.map(|name| if folder.is_empty() { name } else { format!("{folder}/{name}") }).collect();
        paths.sort();
        paths
    }

    fn name(&self, path: &str) -> String {
        self.root.join(path).to_string_lossy().into_owned()
    }
}

fn unread(error: &std::io::Error) -> Unread {
    match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => Unread::Missing,
        _ => Unread::Failed(error.to_string()),
    }
}
