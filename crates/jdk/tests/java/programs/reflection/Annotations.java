import java.lang.annotation.*;

/** Annotations with their values and defaults. */
public class Annotations {
    @Retention(RetentionPolicy.RUNTIME) @interface Note { String value() default "none"; int level() default 3; String[] tags() default {}; }
    @Note("class") static class C { @Note(level = 7, tags = {"a", "b"}) public void m() { } @Deprecated public void old() { } }

    public static void main(String[] args) throws Exception {
        System.out.println(C.class.getAnnotation(Note.class).value() + " " + C.class.getMethod("m").getAnnotation(Note.class).level() + " " + C.class.getMethod("m").getAnnotation(Note.class).tags().length + " " + C.class.getMethod("old").isAnnotationPresent(Deprecated.class) + " " + C.class.getMethod("old").isAnnotationPresent(Note.class));
    }
}
