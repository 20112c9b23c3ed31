use crate::words::{Conversation, Thing};

fn is_on(thing: &Option<Thing>, said: &[&str]) -> bool {
    let talk = Conversation::new(said.iter().map(|text| (*text, true)));
    thing.as_ref().is_some_and(|thing| talk.find_thing(thing).iter().any(|(is_on, _)| *is_on))
}

fn is_off(thing: &Option<Thing>, said: &[&str]) -> bool {
    let talk = Conversation::new(said.iter().map(|text| (*text, true)));
    thing.as_ref().is_some_and(|thing| talk.find_thing(thing).iter().any(|(is_on, _)| !is_on))
}

fn thing(name: &str, doc: &str) -> Option<Thing> {
    let values = ["COOL", "AIR_DRY", "convection_bake", "off", "sleep"];
    Thing::new(name, doc, true, values)
}

#[test]
fn a_thing_that_shall_be_set_to_something_is_to_run() {
    let oven = thing("power", "Whether to turn the oven on or off.");
    for text in [
        "set the oven to 180",
        "Set the oven at 180 degrees, please",
        "I'd like you to set the oven to 180",
        "please set my oven temperature to 180 degrees",
        "can you put the oven on high?",
        "It's late. Change the oven to convection bake",
        "the oven is at 150, but I'd like to change it to 180",
        "turn the oven up to 200",
        "set the temperature of the oven to 180",
        "set the oven's temperature to twenty degrees",
        "turn the lights off, then set the oven to 180",
        "set the oven to 180 and turn off the lights",
        "put the oven in grill mode",
        "open the door and set the oven to 180",
        "I want to bake and set the oven to 180",
        "It's cold, please set the oven to 180",
        "could you please just set the oven to 180?",
        "set the oven to 180 degrees for the pizza",
        "set the oven to 350 F",
    ] {
        assert!(is_on(&oven, &[text]), "{text}");
    }
    let lights = thing("lightPower", "");
    assert!(is_on(&lights, &["put the lights on blue"]));
    assert!(is_on(&lights, &["the lights are dim, set them to 80%"]));
    assert!(is_on(&lights, &["set the kitchen lights to 'COOL'"]));
    assert!(is_on(
        &thing("airConOperationMode", "The operation mode of the air conditioner itself."),
        &[
            "I've noticed that the current job mode of the air conditioner is set to clean, but I'd like to change it to cool mod"
        ]
    ));
}

#[test]
fn a_thing_of_which_nothing_is_asked_now_stays_as_it_is() {
    let oven = thing("power", "Whether to turn the oven on or off.");
    for text in [
        "the oven is set to 180",
        "I set the oven to 180 yesterday",
        "I came home and set the oven to 180",
        "She opened the door, set the oven to 180 and left",
        "should I set the oven to 180?",
        "do I need to set the oven to 180?",
        "how to set the oven to 180",
        "did you set the oven to 180?",
        "if it is cold, set the oven to 180",
        "set the oven to 180 when I call",
        "tomorrow set the oven to 180",
        "don't set the oven to 180",
        "he wants to set the oven to 180",
        "set the oven's clock to 10",
        "set the oven timer to 20 minutes",
        "set the oven light to 50",
        "set the name of the oven to Bob",
        "set the default oven temperature to 180",
        "set the oven to off",
        "set the oven to 0",
        "set the oven to sleep",
        "put the oven in standby mode",
        "put the oven on the table",
        "put the oven in the kitchen",
        "turn the oven to the left",
        "change the oven to the new model",
        "put the oven on low shelves",
        "set the grill to 180",
        "set the oven to 180, then turn it off",
        "set the oven to 180. Then shut it off.",
        "set the oven to 180, but don't turn it on yet",
        "set the oven to 180 and stop",
        "set the oven to 180 without turning it on",
        "set the oven to 180. Off, please",
        "turn the oven off and set the lights to blue",
        "the oven is hot and the music is loud, change it to 20",
        "the oven light is red, change it to blue",
        "the oven is hot. Change it to 20",
        "ask Bob to please set the oven to 180",
        "remind me to set the oven to 180",
        "no need to set the oven to 180",
        "add a note: set the oven to 180",
        "my friend can set the oven to 180",
        "put the oven on 2 chairs",
        "put the oven at 3 metres",
        "set the oven to 180. Never mind.",
        "set the oven to 180. Actually, don't.",
        "set the oven to 180. Cancel that.",
    ] {
        assert!(!is_on(&oven, &[text]), "{text}");
    }
    assert!(!is_on(&oven, &["set the oven to 180", "turn it off"]));
    assert!(is_on(&oven, &["turn it off", "set the oven to 180"]));
    assert!(is_on(&oven, &["set the oven to 180", "turn the lights off"]));
}

#[test]
fn a_thing_is_turned_on_and_off() {
    let oven = thing("power", "Whether to turn the oven on or off.");
    for said in [
        "turn on the oven",
        "switch the oven on, please",
        "start the oven",
        "please power my oven on at 7",
        "turn on the big oven",
    ] {
        assert!(is_on(&oven, &[said]) && !is_off(&oven, &[said]), "{said}");
    }
    for said in ["turn off the oven", "switch the oven off", "shut down the oven", "could you stop the oven?"] {
        assert!(is_off(&oven, &[said]) && !is_on(&oven, &[said]), "{said}");
    }
    for said in [
        "is the oven on?",
        "should I turn on the oven?",
        "I turned on the oven",
        "don't turn on the oven",
        "don't turn off the oven",
        "turn on the light",
        "turn on the oven light",
        "turn off the oven light",
        "put the oven on the table",
        "start the oven timer",
        "leave the oven on Main Street",
    ] {
        assert!(!is_on(&oven, &[said]) && !is_off(&oven, &[said]), "{said}");
    }
    assert!(!is_on(&oven, &["turn on the oven", "turn it off"]));
}

#[test]
fn many_things_can_be_set() {
    let switch = |name, doc| Thing::new(name, doc, true, ["night_vision", "jazz"]);
    let fan = switch("state", "Power state of the ceiling fan.");
    let camera = switch("camera_power", "");
    let speaker = switch("is_on", "Whether the speaker should be turned on.");
    let sprinkler = switch("sprinkler", "Turn the sprinkler on/off.");
    let heater = switch("heaterSwitch", "The switch.");
    for (thing, said) in [
        (&fan, "put the ceiling fan on high"),
        (&fan, "set the ceiling fan's speed to 3"),
        (&camera, "switch the camera to night vision"),
        (&speaker, "set the speaker volume to 40"),
        (&speaker, "turn the speaker up to 40%"),
        (&sprinkler, "set the sprinklers to 20 minutes"),
        (&heater, "set the heater to 21 degrees in the bedroom"),
    ] {
        assert!(is_on(thing, &[said]), "{said}");
    }
    for (thing, said) in [
        (&fan, "put the fan remote on the table"),
        (&camera, "set the camera's resolution to 1080"),
        (&camera, "put the camera to sleep"),
        (&camera, "change the camera to a new one"),
        (&speaker, "set the speaker's name to Bob"),
        (&speaker, "put the speaker on the shelf"),
        (&sprinkler, "set the sprinkler schedule to daily"),
        (&heater, "the heater was set to 21 by my wife"),
        (&heater, "what if I set the heater to 21?"),
    ] {
        assert!(!is_on(thing, &[said]), "{said}");
    }
}

#[test]
fn only_a_switch_has_a_thing() {
    let is_switch = |name, doc, is_switch| Thing::new(name, doc, is_switch, []).is_some();
    assert!(is_switch("lightPower", "", false) && is_switch("turn_on_heater", "", false));
    assert!(is_switch("is_on", "Whether the fan is on.", false) && is_switch("fan", "", true));
    assert!(is_switch("fan", "Turn the fan on/off.", false));
    assert!(is_switch("enabled", "Whether the alarm is enabled.", false));
    for (name, doc) in [
        ("powerSaveEnabled", "A flag to enable or disable power-saving mode."),
        ("on_sale", "Whether the article is for sale."),
        ("include_tax", "Whether the tax is included."),
        ("order_status", "The status of the order."),
        ("is_on", ""),
        ("turn_off_oven", "Whether to turn off the oven."),
        ("auto_power_off", "Whether the oven turns itself off."),
    ] {
        assert!(!is_switch(name, doc, false), "{name}");
    }
}
