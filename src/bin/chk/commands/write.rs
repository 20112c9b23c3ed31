//! Files that are written anew: whole, or not at all.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::exit::Stop;

/// Puts a text in the place of a file's. Whoever reads it meanwhile reads the old one or the new one; a link stays one.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), Stop> {
    let failed = |error| Stop::Usage(format!("`{}` cannot be written: {error}", path.display()));
    let path = path.canonicalize().map_err(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = (|| {
        let mut file = fs::File::create_new(&beside)?;
        file.write_all(text.as_bytes())?;
        file.set_permissions(fs::metadata(&path)?.permissions())?;
        file.sync_all()?;
        fs::rename(&beside, &path)
    })();
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        failed(error)
    })
}
