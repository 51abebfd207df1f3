//! Reading and writing: buffers, cursors, standard input that is empty, files that this process makes.
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read, Seek, SeekFrom, Write};

fn main() -> io::Result<()> {
    let mut line = String::new();
    println!("{} {:?}", io::stdin().read_line(&mut line)?, line);
    println!("{}", io::stdin().lines().count());

    let mut out = io::stdout().lock();
    out.write_all(b"bytes, ")?;
    writeln!(out, "and {} more", 3)?;
    drop(out);

    let mut text = String::new();
    write!(text, "{:>6}|", 1.5).map_err(io::Error::other)?;
    println!("{text}");

    let mut cursor = Cursor::new(Vec::new());
    cursor.write_all(b"0123456789")?;
    cursor.seek(SeekFrom::Start(3))?;
    let mut four = [0; 4];
    cursor.read_exact(&mut four)?;
    println!("{:?} {} {:?}", std::str::from_utf8(&four), cursor.position(), cursor.read_exact(&mut [0; 9]).map_err(|e| e.kind()));

    let reader = BufReader::with_capacity(5, "alpha\nbeta gamma\n\ndelta".as_bytes());
    let lengths: Vec<usize> = reader.lines().map(|line| line.map(|line| line.len())).collect::<Result<_, _>>()?;
    println!("{lengths:?}");
    let (mut first, mut rest) = (Vec::new(), String::new());
    let mut reader = Cursor::new("key=value=more");
    reader.read_until(b'=', &mut first)?;
    reader.read_to_string(&mut rest)?;
    println!("{:?} {rest}", String::from_utf8_lossy(&first));

    let name = "made by a test of reading and writing.txt";
    {
        let mut file = BufWriter::new(File::create(name)?);
        for number in 0..200 {
            writeln!(file, "line {number}")?;
        }
        file.flush()?;
    }
    OpenOptions::new().append(true).open(name)?.write_all(b"appended")?;
    let mut file = File::open(name)?;
    let mut start = [0; 6];
    file.read_exact(&mut start)?;
    file.seek(SeekFrom::End(-8))?;
    let mut end = String::new();
    file.read_to_string(&mut end)?;
    println!("{:?} {end}", String::from_utf8_lossy(&start));
    println!("{} lines", BufReader::new(File::open(name)?).lines().count());
    fs::remove_file(name)?;
    println!("{:?}", File::open(name).map(|_| ()).map_err(|error| error.kind()));
    println!("{:?}", "short".as_bytes().read_exact(&mut [0; 10]).map_err(|error| error.to_string()));
    Ok(())
}
