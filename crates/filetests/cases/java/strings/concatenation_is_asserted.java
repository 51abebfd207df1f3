//@ class: Greeting
//@ contains: assertEquals("Hello, 
class Greeting {
    static String greet(String name) {
        return "Hello, " + name + "!";
    }
}
