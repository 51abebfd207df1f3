//@ class: Finder
//@ contains: new Matcher<String>() {
import java.lang.reflect.Method;

abstract class Matcher<T> {
    protected abstract boolean matches(T item);

    Class<?> expected() {
        for (Method method : getClass().getDeclaredMethods()) {
            if (method.getName().equals("matches") && !method.isSynthetic()) {
                return method.getParameterTypes()[0];
            }
        }
        return null;
    }
}

class Finder {
    static String kind(Matcher<String> matcher) {
        return matcher.expected() == String.class ? "text" : "other"; //~ covered 1/2
    }
}
