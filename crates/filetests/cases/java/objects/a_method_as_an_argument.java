//@ class: Members
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

class Members {
    private int count;

    static boolean isProperty(Method method) {
        return method.getParameterCount() == 0 && method.getReturnType() != void.class; //~ covered
    }

    static boolean isPlain(Constructor<?> constructor) {
        return constructor.getParameterCount() == 0; //~ covered
    }

    static String name(Field field) {
        return field.getType() == int.class ? "number" : field.getName(); //~ covered
    }

    static String kind(AnnotatedElement element) {
        if (element instanceof Class) { //~ covered
            return "class";
        }
        return element instanceof Field ? "field" : "code"; //~ covered
    }
}
