//! Coverage as LCOV has it: each clause a block of its line, each of its sides a branch.

use std::fmt::Write;

use chk::diagnostic::sanitise;
use chk::testing::{Coverage, FileCoverage, Item, SideCount};

/// The document. What is exempt is left out, as LCOV's own exclusions are.
pub(crate) fn document(coverage: &Coverage) -> String {
    let mut text = String::new();
    coverage.files.iter().for_each(|one| file(&mut text, one));
    text
}

fn file(text: &mut String, file: &FileCoverage) {
    let _ = writeln!(text, "TN:\nSF:{}", sanitise(&file.name).replace('\n', " "));
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let (mut found, mut hit) = (0, 0);
    let mut items: Vec<&Item> = file.items.iter().collect();
    items.sort_by_key(|item| item.line);
    let mut block = 0;
    for item in items {
        let times: usize = item.sides.iter().map(|side| side.times).sum();
        match lines.last_mut().filter(|(line, _)| *line == item.line) {
            // A line was reached as often as what stands first in it.
            Some((_, most)) => {
                *most = times.max(*most);
                block += 1;
            }
            None => {
                lines.push((item.line, times));
                block = 0;
            }
        }
        for (branch, side) in item.sides.iter().filter(|side| is_counted(side)).enumerate() {
            // `-` says that the block was never reached.
            let taken = if times == 0 { "-".to_owned() } else { side.times.to_string() };
            let _ = writeln!(text, "BRDA:{},{block},{branch},{taken}", item.line);
            found += 1;
            hit += usize::from(side.times > 0);
        }
    }
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
    lines.iter().for_each(|(line, times)| {
        let _ = writeln!(text, "DA:{line},{times}");
    });
    let reached = lines.iter().filter(|(_, times)| *times > 0).count();
    let _ = writeln!(text, "LF:{}\nLH:{reached}\nend_of_record", lines.len());
}

fn is_counted(side: &SideCount) -> bool {
    side.times > 0 || side.exempt.is_none()
}
