// release 17
/** A template filled in. */
public class Json {
    record User(String name, int age, boolean admin) { String json() { return """
        {"name": "%s", "age": %d, "admin": %b}""".formatted(name, age, admin); } }

    public static void main(String[] args) throws Exception {
        System.out.println(new User("Ann \"A\" Lee", 42, true).json());
    }
}
