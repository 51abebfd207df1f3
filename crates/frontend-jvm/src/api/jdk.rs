//! Which classes of the JDK tests make use of: the well-known implementations of its interfaces, and what tests keep away from.
//!
//! The rule is general: a class of the packages below that a parameter mentions is made by its public constructors and static
//! factories. The first table adds what makes the abstract ones; the second names what tests do not call, because it starts threads,
//! waits, leaves the process, reaches for files, or reflects on the program.

/// Packages whose classes are used.
const PACKAGES: [&str; 17] = [
    "java/io/",
    "java/lang/",
    "java/lang/annotation/",
    "java/math/",
    "java/net/",
    "java/nio/",
    "java/nio/charset/",
    "java/text/",
    "java/time/",
    "java/time/format/",
    "java/time/temporal/",
    "java/util/",
    "java/util/concurrent/",
    "java/util/concurrent/atomic/",
    "java/util/function/",
    "java/util/regex/",
    "java/util/stream/",
];

/// Beginnings of names that are not used though their package is.
const AVOIDED: [&str; 48] = [
    "java/io/Console",
    "java/io/File",
    "java/io/ObjectInput",
    "java/io/ObjectOutput",
    "java/io/ObjectStream",
    "java/io/Piped",
    "java/io/RandomAccessFile",
    "java/io/Serializ",
    "java/lang/Character$",
    "java/lang/Class",
    "java/lang/Compiler",
    "java/lang/Enum",
    "java/lang/InheritableThreadLocal",
    "java/lang/Module",
    "java/lang/Package",
    "java/lang/Process",
    "java/lang/Record",
    "java/lang/Runtime",
    "java/lang/Security",
    "java/lang/Shutdown",
    "java/lang/StackWalker",
    "java/lang/System",
    "java/lang/Thread",
    "java/net/Authenticator",
    "java/net/Cookie",
    "java/net/Datagram",
    "java/net/Http",
    "java/net/Inet",
    "java/net/Jar",
    "java/net/Multicast",
    "java/net/Net",
    "java/net/Proxy",
    "java/net/ServerSocket",
    "java/net/Socket",
    "java/net/StandardSocket",
    "java/net/URLC",
    "java/net/URLStream",
    "java/net/Unix",
    "java/nio/Mapped",
    "java/util/Resource",
    "java/util/ServiceLoader",
    "java/util/Timer",
    "java/util/concurrent/C",
    "java/util/concurrent/E",
    "java/util/concurrent/F",
    "java/util/concurrent/Scheduled",
    "java/util/concurrent/S",
    "java/util/concurrent/ThreadP",
];

/// Those of [`AVOIDED`] that are used all the same.
const USED_ALL_THE_SAME: [&str; 9] = [
    "java/lang/ClassCastException",
    "java/lang/ProcessHandle$Info",
    "java/lang/ThreadLocal",
    "java/util/concurrent/Callable",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/ConcurrentLinkedDeque",
    "java/util/concurrent/ConcurrentLinkedQueue",
    "java/util/concurrent/ConcurrentMap",
    "java/util/concurrent/ConcurrentSkipListMap",
];

/// Classes whose values are operands of their own, so that nothing makes or changes them; `Object` has its constructor only.
pub(super) const VALUES: [&str; 10] = [
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
];

/// What makes values of an abstract type: the type, and classes with constructors or static factories; for annotations, some that tests
/// implement.
const MADE_BY: [(&str, &[&str]); 45] = [
    ("java/io/InputStream", &["java/io/ByteArrayInputStream"]),
    ("java/io/OutputStream", &["java/io/ByteArrayOutputStream"]),
    ("java/io/Reader", &["java/io/StringReader"]),
    ("java/io/Writer", &["java/io/StringWriter"]),
    ("java/lang/Appendable", &["java/lang/StringBuilder"]),
    ("java/lang/CharSequence", &["java/lang/StringBuilder"]),
    ("java/lang/Iterable", &["java/util/ArrayList", "java/util/HashSet"]),
    ("java/lang/Number", &["java/math/BigInteger", "java/math/BigDecimal"]),
    ("java/lang/annotation/Annotation", &["java/lang/Deprecated", "java/lang/SuppressWarnings"]),
    ("java/nio/CharBuffer", &["java/nio/CharBuffer"]),
    ("java/nio/charset/Charset", &["java/nio/charset/StandardCharsets"]),
    ("java/text/DateFormat", &["java/text/SimpleDateFormat"]),
    (
        "java/text/Format",
        &["java/text/SimpleDateFormat", "java/text/DecimalFormat", "java/text/MessageFormat"],
    ),
    ("java/text/NumberFormat", &["java/text/DecimalFormat"]),
    ("java/time/ZoneId", &["java/time/ZoneOffset"]),
    ("java/time/chrono/ChronoLocalDate", &["java/time/LocalDate"]),
    ("java/time/temporal/Temporal", &["java/time/LocalDate", "java/time/LocalDateTime", "java/time/Instant"]),
    ("java/time/temporal/TemporalAccessor", &["java/time/LocalDate", "java/time/LocalTime"]),
    ("java/time/temporal/TemporalAdjuster", &["java/time/LocalDate", "java/time/DayOfWeek"]),
    ("java/time/temporal/TemporalAmount", &["java/time/Duration", "java/time/Period"]),
    ("java/time/temporal/TemporalField", &["java/time/temporal/ChronoField"]),
    ("java/time/temporal/TemporalUnit", &["java/time/temporal/ChronoUnit"]),
    ("java/util/AbstractList", &["java/util/ArrayList"]),
    ("java/util/AbstractMap", &["java/util/HashMap"]),
    ("java/util/Calendar", &["java/util/GregorianCalendar"]),
    ("java/util/Collection", &["java/util/ArrayList", "java/util/LinkedList", "java/util/HashSet"]),
    ("java/util/Comparator", &["java/util/Comparator", "java/util/Collections"]),
    ("java/util/Deque", &["java/util/ArrayDeque", "java/util/LinkedList"]),
    ("java/util/Dictionary", &["java/util/Hashtable"]),
    ("java/util/Enumeration", &["java/util/Collections", "java/util/ArrayList"]),
    ("java/util/Iterator", &["java/util/ArrayList"]),
    ("java/util/List", &["java/util/ArrayList", "java/util/LinkedList", "java/util/Arrays"]),
    ("java/util/ListIterator", &["java/util/ArrayList"]),
    ("java/util/Map", &["java/util/HashMap", "java/util/TreeMap", "java/util/LinkedHashMap"]),
    ("java/util/Map$Entry", &["java/util/AbstractMap$SimpleEntry"]),
    ("java/util/NavigableMap", &["java/util/TreeMap"]),
    ("java/util/NavigableSet", &["java/util/TreeSet"]),
    ("java/util/Queue", &["java/util/ArrayDeque", "java/util/LinkedList"]),
    ("java/util/Set", &["java/util/HashSet", "java/util/TreeSet", "java/util/LinkedHashSet"]),
    ("java/util/SortedMap", &["java/util/TreeMap"]),
    ("java/util/SortedSet", &["java/util/TreeSet"]),
    ("java/util/TimeZone", &["java/util/SimpleTimeZone"]),
    ("java/util/concurrent/ConcurrentMap", &["java/util/concurrent/ConcurrentHashMap"]),
    ("java/util/stream/BaseStream", &["java/util/stream/Stream"]),
    ("java/util/stream/DoubleStream", &["java/util/stream/DoubleStream"]),
];

/// Classes with static factories of many other types: only those of their factories whose result is of these types are used.
const FACTORIES: [(&str, &[&str]); 3] = [
    ("java/util/Arrays", &["asList"]),
    ("java/util/Collections", &["reverseOrder", "enumeration", "emptyEnumeration"]),
    ("java/nio/charset/StandardCharsets", &[]),
];

/// What gives the elements of an array, and zeros behind them, as many as it is told: the class and the name.
pub(super) const COPY: (&str, &str) = ("java/util/Arrays", "copyOf");

/// Methods that no test calls, whatever their class: they wait, give up the processor, or see where objects lie.
const METHODS: [&str; 9] = [
    "wait",
    "notify",
    "notifyAll",
    "await",
    "finalize",
    "getClass",
    "parallelStream",
    "parallel",
    "shutdown",
];

/// What writes objects to bytes and reads them back, with the members that tests use of it where the code under test takes part in that.
pub(super) const SERIALIZATION: [(&str, &[&str]); 2] = [
    ("java/io/ObjectOutputStream", &["<init>", "writeObject"]),
    ("java/io/ObjectInputStream", &["<init>", "readObject"]),
];

/// Whether a method is called when an object is serialized, and as a rule by nothing else.
pub(super) fn is_serialization_hook(name: &str, descriptor: &str) -> bool {
    ["Ljava/io/ObjectOutput", "Ljava/io/ObjectInput"].iter().any(|stream| descriptor.contains(stream))
        || matches!(name, "readResolve" | "writeReplace") && descriptor == "()Ljava/lang/Object;"
}

/// What these write to and read from.
pub(super) const BYTES: [&str; 2] = ["java/io/ByteArrayOutputStream", "java/io/ByteArrayInputStream"];

/// Class objects.
pub(super) const CLASS: &str = "java/lang/Class";

/// Types of what is looked up in a class object, and types above those.
pub(super) const REFLECTED: [&str; 10] = [
    "java/lang/reflect/AccessibleObject",
    "java/lang/reflect/AnnotatedElement",
    "java/lang/reflect/AnnotatedType",
    "java/lang/reflect/Constructor",
    "java/lang/reflect/Executable",
    "java/lang/reflect/Field",
    "java/lang/reflect/GenericDeclaration",
    "java/lang/reflect/Member",
    "java/lang/reflect/Method",
    "java/lang/reflect/Type",
];

/// Members that are looked up beside those of the classes under test: with and without a receiver, parameters and a result. The class, the
/// name and the descriptor of each.
pub(super) const LOOKED_UP: [(&str, &str, &str); 11] = [
    ("java/lang/Object", "<init>", "()V"),
    ("java/lang/Object", "hashCode", "()I"),
    ("java/lang/Object", "equals", "(Ljava/lang/Object;)Z"),
    ("java/lang/String", "<init>", "(Ljava/lang/String;)V"),
    ("java/lang/String", "length", "()I"),
    ("java/lang/String", "concat", "(Ljava/lang/String;)Ljava/lang/String;"),
    ("java/lang/String", "CASE_INSENSITIVE_ORDER", "Ljava/util/Comparator;"),
    ("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I"),
    ("java/lang/Integer", "MAX_VALUE", "I"),
    ("java/lang/Runnable", "run", "()V"),
    ("java/lang/System", "lineSeparator", "()Ljava/lang/String;"),
];

/// Whether tests use the members of the class of the JDK with this name.
pub(super) fn is_used(name: &str) -> bool {
    let package = name.rfind('/').map_or("", |at| &name[..=at]);
    let avoided = || AVOIDED.iter().any(|avoided| name.starts_with(avoided));
    PACKAGES.contains(&package) && (!avoided() || USED_ALL_THE_SAME.contains(&name))
}

/// Classes with constructors or factories that make values of the type `name`.
pub(super) fn makers(name: &str) -> &'static [&'static str] {
    MADE_BY.iter().find(|(made, _)| *made == name).map_or(&[], |(_, by)| by)
}

/// Whether tests call the method `method` of the class `class` of the JDK.
pub(super) fn calls(class: &str, method: &str) -> bool {
    let factory = FACTORIES.iter().find(|(factory, _)| *factory == class);
    !METHODS.contains(&method) && factory.is_none_or(|(_, used)| used.contains(&method))
}

/// Whether tests may write the name of a class of the JDK in this package: modules do not export the others.
pub(super) fn is_exported(name: &str) -> bool {
    ["java/", "javax/", "org/w3c/", "org/xml/"].iter().any(|package| name.starts_with(package))
}
