//! Strings: UTF-8, searching, splitting, changing, parsing.
fn rot13(text: &str) -> String {
    let turn = |c: char, base: u8| ((c as u8 - base + 13) % 26 + base) as char;
    text.chars()
        .map(|c| match c {
            'a'..='z' => turn(c, b'a'),
            'A'..='Z' => turn(c, b'A'),
            other => other,
        })
        .collect()
}

fn main() {
    let text = "Grüße, Ωmega — 日本語 and plain text, with plain words";
    println!("{} bytes, {} characters", text.len(), text.chars().count());
    println!("{:?} {:?}", text.find("plain"), text.rfind("plain"));
    println!("{} | {}", text.to_uppercase(), text.to_lowercase());
    println!("{:?}", text.char_indices().filter(|(_, c)| !c.is_ascii()).collect::<Vec<_>>());
    println!("{:?}", text.split(", ").map(str::trim).collect::<Vec<_>>());
    println!("{}", text.replace("plain", "simple").replacen(' ', "_", 2));
    println!("{:?}", "a=1;b=2;;c".split(';').map(|pair| pair.split_once('=')).collect::<Vec<_>>());
    println!("{}", rot13("Hello, World!"));
    let mut built = String::with_capacity(4);
    for (number, word) in ["one", "two", "three"].iter().enumerate() {
        built.push_str(word);
        built.insert(0, char::from_digit(number as u32, 10).unwrap_or('?'));
    }
    built.truncate(9);
    println!("{built} {:?} {:?}", built.pop(), built.drain(..2).collect::<String>());
    println!("{:?}", "  padded\t\n".trim_start());
    println!("{:?} {:?}", "-128".parse::<i8>(), "128".parse::<i8>());
    println!("{:?} {:?} {:?}", "3.25e2".parse::<f64>(), "x".parse::<f32>(), "true".parse::<bool>());
    println!("{:?}", String::from_utf8(vec![0x66, 0xFF]).map_err(|error| error.utf8_error().to_string()));
    println!("{}", String::from_utf8_lossy(b"ok \xF0\x9F\x92 cut"));
    println!("{:?}", "tab\tquote\" \u{1F600} \u{7f}".escape_debug().to_string());
    let lines = "first\nsecond\r\n\nlast";
    println!("{:?}", lines.lines().rev().collect::<Vec<_>>());
    println!("{}", "ab".repeat(5) + &"-".repeat(3));
    println!("{:?}", "Mississippi".matches("ss").count());
    println!("{:?}", "x".cmp("xy"));
    println!("{:?}", "lorem ipsum dolor".split_whitespace().map(|w| w[..1].to_uppercase() + &w[1..]).collect::<Vec<_>>());
    println!("{:?}", "größer".bytes().map(|b| format!("{b:02x}")).collect::<Vec<_>>().join(" "));
}
