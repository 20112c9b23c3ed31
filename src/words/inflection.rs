//! Forms of one word: its plural, its -ing, -ed and -ly, and, a step further, what it is made into by -al, -ous, -ance
//! and the like. Two words are forms of one where they leave the same stem.
//!
//! The rules are suffixes in a table; the five steps for plurals, -ed and -ing are those of M. F. Porter, "An algorithm
//! for suffix stripping", Program 14 (1980), steps 1a to 1c. What is left has at least three letters and a vowel, so
//! that `bus` is no form of `b` and `king` none of `k`.

/// The shortest stem.
const SHORTEST: usize = 3;

/// Words that only look like forms of others (M. F. Porter's own exceptions, in "The English (Porter2) stemming
/// algorithm", and names of days).
const EXCEPTIONS: &[&str] = &[
    "news",
    "inning",
    "outing",
    "canning",
    "herring",
    "earring",
    "proceed",
    "exceed",
    "succeed",
    "sky",
    "atlas",
    "cosmos",
    "bias",
    "andes",
    "monday",
    "tuesday",
    "wednesday",
    "evening",
    "morning",
    "nothing",
    "something",
    "anything",
    "everything",
    "during",
    "string",
    "thing",
    "species",
    "series",
    "need",
    "feed",
    "seed",
    "speed",
    "indeed",
    "united",
];

/// Words that only look as if they were made of others, or have gone their own way, in one form: "important" is not made of
/// "import". Those of a stretch of time say how often: "this week" is not weekly.
const UNDERIVED: &[&str] = &[
    "weekly",
    "monthly",
    "yearly",
    "hourly",
    "daily",
    "nightly",
    "quarterly",
    "fortnightly",
    "publication",
    "allowance",
    "business",
    "wellness",
    "important",
    "importance",
    "pleasant",
    "accountant",
    "million",
    "billion",
    "trillion",
    "mission",
    "passion",
    "portion",
    "station",
    "version",
    "question",
    "direction",
    "corner",
    "number",
    "flower",
    "shower",
    "tower",
    "counter",
    "poster",
    "quarter",
    "factor",
    "tender",
    "former",
    "folder",
    "header",
    "charter",
    "customer",
    "director",
    "massive",
    "passive",
    "archive",
    "detective",
    "objective",
    "relative",
    "directive",
    "expensive",
    "signal",
    "formal",
    "digital",
    "official",
    "optional",
    "personal",
    "department",
    "apartment",
    "compartment",
    "statement",
    "basement",
    "sentence",
    "portable",
    "hardly",
    "lately",
    "nearly",
    "shortly",
    "highly",
    "mostly",
    "barely",
    "likely",
    "really",
    "fairly",
    "presently",
    "general",
    "generally",
];

/// Suffixes of the further step, with what they leave.
const DERIVED: &[(&str, &str)] = &[
    ("ization", "ize"),
    ("ational", "ate"),
    ("ically", "ic"),
    ("ively", ""),
    ("ation", ""),
    ("ition", ""),
    ("ainous", "ain"),
    ("ance", ""),
    ("ence", ""),
    ("ment", ""),
    ("ness", ""),
    ("able", ""),
    ("ible", ""),
    ("ally", ""),
    ("ical", "ic"),
    ("ant", ""),
    ("ent", ""),
    ("ion", ""),
    ("ive", ""),
    ("ous", ""),
    ("al", ""),
    ("ly", ""),
    ("er", ""),
    ("or", ""),
];

fn has_vowel(stem: &str) -> bool {
    stem.contains(['a', 'e', 'i', 'o', 'u', 'y'])
}

/// A word without its inflection, in lower case.
pub fn inflected(word: &str) -> String {
    let is_plain = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if !is_plain || word.len() <= SHORTEST || EXCEPTIONS.contains(&word) {
        return word.to_owned();
    }
    let cut = |suffix: &str| word.strip_suffix(suffix).filter(|stem| stem.len() >= SHORTEST && has_vowel(stem));
    let stem = if let Some(stem) = word.strip_suffix("sses") {
        format!("{stem}ss")
    } else if let Some(stem) = cut("ies").or_else(|| cut("ied")) {
        format!("{stem}y")
    } else if word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        word.to_owned()
    } else if let Some(stem) =
        ["xes", "ches", "shes", "zes"].iter().find_map(|end| cut("es").filter(|_| word.ends_with(end)))
    {
        stem.to_owned()
    } else if let Some(stem) = cut("ing").or_else(|| cut("ed")) {
        undoubled(stem).to_owned()
    } else if let Some(stem) = cut("s") {
        stem.to_owned()
    } else {
        word.to_owned()
    };
    // "use" and "using", "save" and "saving" meet without the e; "party" and "parties" in the y.
    let stem = stem.strip_suffix('e').filter(|short| short.len() >= SHORTEST).unwrap_or(&stem);
    stem.to_owned()
}

/// "stopp" was "stop"; "fill" and "pass" stay.
fn undoubled(stem: &str) -> &str {
    let mut last = stem.chars().rev();
    match (last.next(), last.next()) {
        (Some(a), Some(b)) if a == b && !matches!(a, 'l' | 's' | 'z' | 'e' | 'o') => {
            stem.get(..stem.len() - 1).unwrap_or(stem)
        }
        _ => stem,
    }
}

/// A word without what makes an adjective or a noun of it, in lower case.
pub fn derived(word: &str) -> String {
    let base = inflected(word);
    let is_underived = |word: &str| UNDERIVED.contains(&word);
    if is_underived(word)
        || word.strip_suffix('s').is_some_and(is_underived)
        || word.strip_suffix("es").is_some_and(is_underived)
    {
        // No suffix leaves a point.
        return format!("{base}.");
    }
    let full = if word.bytes().all(|byte| byte.is_ascii_lowercase()) { word } else { return base };
    let cut = |(suffix, rest): &(&str, &str)| {
        let stem = full.strip_suffix(suffix).or_else(|| base.strip_suffix(suffix))?;
        (stem.len() >= 4 && has_vowel(stem)).then(|| format!("{stem}{rest}"))
    };
    let stem = DERIVED.iter().find_map(cut).unwrap_or(base);
    // "happy" and "happiness" meet in the i; "ready" and "read" do not.
    if let Some(stem) = stem.strip_suffix('y').filter(|short| short.len() >= SHORTEST) {
        return format!("{stem}i");
    }
    let stem = stem.strip_suffix('e').filter(|short| short.len() >= SHORTEST).unwrap_or(&stem);
    stem.to_owned()
}

/// "highest" for `high`: of a short word, as those are that have such a form.
pub fn superlative(name: &str) -> Option<String> {
    let name = name.to_lowercase();
    let is_short = (3..=6).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let stem = name.strip_suffix('e').unwrap_or(&name);
    let stem = stem.strip_suffix('y').map_or_else(|| stem.to_owned(), |stem| format!("{stem}i"));
    is_short.then(|| format!("{stem}est"))
}

/// The words of a name: `page_view`, `page-view`, `pageView`, `PageView`, in lower case.
pub fn words_of_name(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let chars: Vec<char> = name.chars().collect();
    for (at, c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let begins = c.is_uppercase()
            && before.is_some_and(|before| {
                // `WiFi`, `userID`, `HTTPServer`.
                before.is_lowercase()
                    || (before.is_uppercase() && chars.get(at + 1).is_some_and(|next| next.is_lowercase()))
            });
        if begins || !c.is_alphanumeric() {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_one_word_leave_one_stem() {
        for (a, b) in [
            ("tablespoon", "tablespoons"),
            ("view", "views"),
            ("cleaning", "cleaned"),
            ("party", "parties"),
            ("save", "saving"),
            ("stop", "stopped"),
            ("box", "boxes"),
            ("mode", "modes"),
        ] {
            assert_eq!(inflected(a), inflected(b), "{a} {b}");
        }
        for (a, b) in [("anna", "ann"), ("bus", "bu"), ("king", "k"), ("new", "news"), ("glass", "glas"), ("as", "a")] {
            let same = inflected(a) == inflected(b);
            assert!(!same, "{a} {b}");
        }
    }

    #[test]
    fn what_is_made_of_a_word_leaves_its_stem() {
        for (a, b) in [
            ("music", "musical"),
            ("mountain", "mountainous"),
            ("resistance", "resistant"),
            ("protection", "protect"),
            ("immediate", "immediately"),
            ("happy", "happiness"),
            ("accept", "acceptance"),
            ("party", "parties"),
        ] {
            assert_eq!(derived(a), derived(b), "{a} {b}");
        }
        for (a, b) in [
            ("sunday", "sundae"),
            ("ready", "read"),
            ("busy", "business"),
            ("publication", "public"),
            ("publications", "public"),
            ("week", "weekly"),
            ("month", "monthly"),
            ("important", "import"),
            ("statement", "state"),
            ("question", "quest"),
        ] {
            assert_ne!(derived(a), derived(b), "{a} {b}");
        }
    }

    #[test]
    fn a_name_is_words() {
        assert_eq!(words_of_name("BloodPressureMonitor"), ["blood", "pressure", "monitor"]);
        assert_eq!(words_of_name("living_room"), ["living", "room"]);
        assert_eq!(words_of_name("AIR_DRY"), ["air", "dry"]);
        assert_eq!(words_of_name("userID"), ["user", "id"]);
    }
}
