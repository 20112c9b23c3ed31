//! Currencies, by their codes (ISO 4217), their names and the signs that one alone has. No rate is exact, so that each is a
//! kind of its own, and all of them are money.
//!
//! A name that several share is in each of their rows. Names that are other words too ("real", "rand", "crown", "try")
//! are left out.

use super::Row;

/// What stands directly before a dollar's sign says whose.
pub(in super::super) const DOLLARS: &[(&str, &str)] = &[
    ("us", "usd"),
    ("c", "cad"),
    ("ca", "cad"),
    ("a", "aud"),
    ("au", "aud"),
    ("nz", "nzd"),
    ("s", "sgd"),
    ("hk", "hkd"),
    ("mx", "mxn"),
    ("r", "brl"),
];

pub(super) const CURRENCIES: &[Row] = &[
    ("dollar", "1", "1", &["$", "US$"], &["dollar", "usd", "us dollar", "buck"]),
    ("dollar", "1", "100", &["¢"], &["cent"]),
    ("euro", "1", "1", &["€"], &["euro", "eur"]),
    ("euro", "1", "100", &[], &["cent", "euro cent"]),
    ("sterling", "1", "1", &["£"], &["pound", "pound sterling", "gbp", "british pound", "quid"]),
    ("sterling", "1", "100", &[], &["penny", "pence"]),
    ("yen", "1", "1", &["¥"], &["yen", "jpy"]),
    ("rupee", "1", "1", &["₹"], &["rupee", "inr", "rs"]),
    ("won", "1", "1", &["₩"], &["won", "krw"]),
    ("yuan", "1", "1", &[], &["yuan", "renminbi", "cny", "rmb"]),
    ("canadian dollar", "1", "1", &[], &["cad", "canadian dollar"]),
    ("australian dollar", "1", "1", &[], &["aud", "australian dollar"]),
    ("new zealand dollar", "1", "1", &[], &["nzd", "new zealand dollar"]),
    ("singapore dollar", "1", "1", &[], &["sgd", "singapore dollar"]),
    ("hong kong dollar", "1", "1", &[], &["hkd", "hong kong dollar"]),
    ("swiss franc", "1", "1", &[], &["chf", "franc", "swiss franc"]),
    ("african franc", "1", "1", &["XOF", "XAF"], &["franc"]),
    ("mexican peso", "1", "1", &[], &["mxn", "peso", "mexican peso"]),
    ("philippine peso", "1", "1", &["₱", "PHP"], &["peso", "philippine peso"]),
    ("argentine peso", "1", "1", &["ARS"], &["peso", "argentine peso"]),
    ("chilean peso", "1", "1", &["CLP"], &["peso", "chilean peso"]),
    ("colombian peso", "1", "1", &["COP"], &["peso", "colombian peso"]),
    ("swedish krona", "1", "1", &[], &["sek", "krona", "kronor", "kr"]),
    ("norwegian krone", "1", "1", &[], &["nok", "krone", "kroner", "kr"]),
    ("danish krone", "1", "1", &[], &["dkk", "krone", "kroner", "kr"]),
    ("zloty", "1", "1", &[], &["zloty", "pln"]),
    ("koruna", "1", "1", &[], &["koruna", "czk"]),
    ("forint", "1", "1", &[], &["forint", "huf"]),
    ("rouble", "1", "1", &["₽"], &["rouble", "ruble", "rub"]),
    ("hryvnia", "1", "1", &["₴"], &["hryvnia", "uah"]),
    ("lira", "1", "1", &["₺", "TRY"], &["lira"]),
    ("shekel", "1", "1", &["₪"], &["shekel", "ils"]),
    ("rand", "1", "1", &["ZAR"], &["zar"]),
    ("real", "1", "1", &["R$", "BRL"], &["brl", "reais"]),
    ("naira", "1", "1", &["₦"], &["naira", "ngn"]),
    ("baht", "1", "1", &["฿"], &["baht", "thb"]),
    ("dong", "1", "1", &["₫"], &["vnd"]),
    ("rupiah", "1", "1", &[], &["rupiah", "idr"]),
    ("ringgit", "1", "1", &[], &["ringgit", "myr"]),
    ("dirham", "1", "1", &[], &["dirham", "aed"]),
    ("riyal", "1", "1", &["SAR"], &["riyal"]),
    ("bitcoin", "1", "1", &["₿", "BTC"], &["bitcoin", "btc"]),
    ("ether", "1", "1", &["ETH"], &[]),
];
