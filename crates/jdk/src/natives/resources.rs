//! Resources: files beside classes, in the JDK's image and on the class path.
//!
//! The loaders of the JDK look for them here: `findResource` gives an address, and the connections behind addresses of
//! the image (`jrt:`) and of jars (`jar:`) read their bytes here, without the JDK's own readers of archives.

use super::Table;
use crate::env::{Answer, Env, reference, reference_at, void};
use trine_frontend_jvm::define_urls;
use trine_ir::Type;
use trine_machine::Stop;

const CONNECTION: &str = "java/net/URLConnection";

pub const REPLACED: Table = &[
    ("jdk/internal/loader/BuiltinClassLoader.findResource(Ljava/lang/String;)Ljava/net/URL;", find_one),
    (
        "jdk/internal/loader/BuiltinClassLoader.findResources(Ljava/lang/String;)Ljava/util/Enumeration;",
        find_all,
    ),
    // Nothing reads the image but this.
    ("jdk/internal/jimage/ImageReaderFactory.getImageReader()Ljdk/internal/jimage/ImageReader;", |_, _| {
        reference(0)
    }),
    // With the name of a module in front, which does not matter where all classes are in one.
    (
        "jdk/internal/loader/BuiltinClassLoader.findResource(Ljava/lang/String;Ljava/lang/String;)Ljava/net/URL;",
        |env, args| find_one(env, &[args[0], args[2]]),
    ),
    (
        "jdk/internal/loader/BuiltinClassLoader.findResourceAsStream(Ljava/lang/String;Ljava/lang/String;)Ljava/io/InputStream;",
        stream,
    ),
    ("sun/net/www/protocol/jrt/JavaRuntimeURLConnection.connect()V", |_, _| void()),
    ("sun/net/www/protocol/jrt/JavaRuntimeURLConnection.getInputStream()Ljava/io/InputStream;", open),
    ("sun/net/www/protocol/jar/JarURLConnection.connect()V", |_, _| void()),
    ("sun/net/www/protocol/jar/JarURLConnection.getInputStream()Ljava/io/InputStream;", open),
];

/// `(loader, name)`: addresses of what has this name, of the containers that the loader looks into.
fn found(env: &mut Env<'_, '_>, args: &[u128]) -> Result<Vec<String>, Stop> {
    let loader = env.class_name(reference_at(args, 0))?.to_owned();
    let name = env.text(reference_at(args, 1))?;
    let of_jdk = loader.ends_with("BootClassLoader");
    if !of_jdk && !loader.ends_with("AppClassLoader") {
        return Ok(Vec::new());
    }
    let found = env.vm.hierarchy().path().find_all(&name, of_jdk);
    found
        .map_err(|error| env.throw("java/io/IOException", &error.to_string()))
        .map(|places| places.into_iter().map(|place| place.replace(' ', "%20")).collect())
}

fn find_one(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let Some(first) = found(env, args)?.into_iter().next() else { return reference(0) };
    let text = env.new_string(&first)?;
    let name = "reflect:java/net/URL.<init>(Ljava/lang/String;)V";
    let function = env.made(name, &[Type::Ptr], Some(Type::Ptr));
    env.enter(function, &[text])
}

fn find_all(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let texts = found(env, args)?;
    let texts: Vec<u64> = texts.iter().map(|text| env.new_string(text)).collect::<Result<_, _>>()?;
    let texts = env.new_references("[Ljava/lang/String;", &texts)?;
    let made = define_urls(&mut env.vm.hierarchy());
    let class = made.map_err(|error| env.linkage(&error))?;
    let name = format!("reflect:{class}.urls([Ljava/lang/String;)Ljava/util/Enumeration;");
    let function = env.made(&name, &[Type::Ptr], Some(Type::Ptr));
    env.enter(function, &[texts])
}

/// `(loader, module, name)`: the bytes of what has this name, as a stream; null where nothing has.
fn stream(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let of_jdk = env.class_name(reference_at(args, 0))?.ends_with("BootClassLoader");
    let name = env.text(reference_at(args, 2))?;
    let found = env.vm.hierarchy().path().content(&name, of_jdk);
    match found {
        Ok(Some(bytes)) => bytes_as_stream(env, &bytes),
        Ok(None) => reference(0),
        Err(error) => Err(env.throw("java/io/IOException", &error.to_string())),
    }
}

fn bytes_as_stream(env: &mut Env<'_, '_>, bytes: &[u8]) -> Answer {
    let array = env.new_bytes(bytes)?;
    let name = "reflect:java/io/ByteArrayInputStream.<init>([B)V";
    let function = env.made(name, &[Type::Ptr], Some(Type::Ptr));
    env.enter(function, &[array])
}

/// `(connection)`: the bytes behind its address, as a stream.
fn open(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let url = env.get(reference_at(args, 0), CONNECTION, "url")?;
    let file = env.get(url, "java/net/URL", "file")?;
    let file = env.text(file)?.replace("%20", " ");
    let place = match file.split_once("!/") {
        Some((jar, entry)) => (Some(jar.trim_start_matches("file:").to_owned()), entry.to_owned()),
        // The module stands in front of the path.
        None => (None, file.trim_start_matches('/').split_once('/').unwrap_or_default().1.to_owned()),
    };
    let found = env.vm.hierarchy().path().read(place.0.as_deref(), &place.1);
    match found {
        Ok(Some(bytes)) => bytes_as_stream(env, &bytes),
        Ok(None) => {
            let message = match place.0 {
                Some(jar) => format!("JAR entry {} not found in {jar}", place.1),
                None => file,
            };
            Err(env.throw("java/io/FileNotFoundException", &message))
        }
        Err(error) => Err(env.throw("java/io/IOException", &error.to_string())),
    }
}
