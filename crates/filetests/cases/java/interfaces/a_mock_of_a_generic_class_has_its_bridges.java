//@ class: Finder
//@ contains: Matcher<String>() {
import java.lang.reflect.Method;

class Finder {
    abstract static class Matcher<T> {
        protected abstract boolean matches(T item);

        /** In whatever order a JVM has them, and whoever adds methods of its own. */
        int bridges() {
            int bridges = 0;
            for (Method method : getClass().getDeclaredMethods()) {
                bridges += method.isBridge() ? 1 : 0;
            }
            return bridges;
        }
    }

    static String kind(Matcher<String> matcher) {
        return matcher.bridges() == 1 ? "text" : "other"; //~ covered 1/2
    }
}
