import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Runs test methods of JUnit 3, 4 and 5, one by one.
 *
 * <p>{@code list} reads names of classes and prints a line for each of their test methods, which says all that a run
 * needs; {@code run} takes such lines and prints how each method ended. A run needs neither annotations nor JUnit's own
 * runners, and the driver is compiled without JUnit.
 *
 * <p>Not driven: rules, extensions, parameterised tests, suites.
 */
public class TestDriver {
    private static final String JUNIT_5 = "org.junit.jupiter.api.";
    private static final String JUNIT_4 = "org.junit.";
    /** Between the parts of a line, and between the names in a part. */
    private static final String PART = "\t";
    private static final String NAME = ",";

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        if (arguments[0].equals("list")) {
            java.util.Scanner names = new java.util.Scanner(System.in, "UTF-8");
            while (names.hasNextLine()) {
                list(names.nextLine(), out);
            }
            System.exit(0);
        } else if (arguments[0].equals("run")) {
            run(arguments[1], out);
            // Threads that a test leaves behind end here, too, as they do where many methods are run.
            System.exit(0);
        } else {
            long limit = Long.parseLong(arguments[1]);
            java.util.Scanner lines = new java.util.Scanner(System.in, "UTF-8");
            while (lines.hasNextLine()) {
                runWithin(limit, lines.nextLine(), out);
            }
            System.exit(0);
        }
    }

    // What there is to run.

    private static void list(String name, PrintStream out) {
        Class<?> type;
        List<Method> methods = new ArrayList<>();
        boolean isOld;
        try {
            type = Class.forName(name, false, TestDriver.class.getClassLoader());
            if (Modifier.isAbstract(type.getModifiers()) || type.isInterface() || !canBeMade(type)) {
                return;
            }
            isOld = extendsTestCase(type);
            for (Method method : methodsOf(type)) {
                if (method.getParameterTypes().length == 0 && !Modifier.isStatic(method.getModifiers())
                        && (isOld ? isOldTest(method) : isTest(method))) {
                    methods.add(method);
                }
            }
            for (Method method : methods) {
                out.println(line(type, method, isOld));
            }
        } catch (Throwable e) {
            out.println("\u0002" + name + PART + e);
        }
    }

    private static boolean canBeMade(Class<?> type) {
        if (annotation(type.getAnnotations(), JUNIT_4 + "runner.RunWith") != null
                || annotation(type.getAnnotations(), JUNIT_4 + "Ignore") != null
                || annotation(type.getAnnotations(), JUNIT_5 + "Disabled") != null) {
            return false;
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            Class<?>[] parameters = constructor.getParameterTypes();
            if (parameters.length == 0 || parameters.length == 1
                    && (parameters[0] == String.class && extendsTestCase(type) || isNested(type))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNested(Class<?> type) {
        return type.getDeclaringClass() != null && !Modifier.isStatic(type.getModifiers())
                && annotation(type.getAnnotations(), JUNIT_5 + "Nested") != null;
    }

    private static boolean extendsTestCase(Class<?> type) {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (above.getName().equals("junit.framework.TestCase")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOldTest(Method method) {
        return method.getName().startsWith("test") && method.getReturnType() == void.class
                && Modifier.isPublic(method.getModifiers());
    }

    private static boolean isTest(Method method) {
        Annotation[] all = method.getAnnotations();
        return (annotation(all, JUNIT_4 + "Test") != null || annotation(all, JUNIT_5 + "Test") != null)
                && annotation(all, JUNIT_4 + "Ignore") == null && annotation(all, JUNIT_5 + "Disabled") == null;
    }

    private static Annotation annotation(Annotation[] all, String name) {
        for (Annotation one : all) {
            if (one.annotationType().getName().equals(name)) {
                return one;
            }
        }
        return null;
    }

    /** Methods of a class and of those above it, these first; overridden ones once, by name. */
    private static List<Method> methodsOf(Class<?> type) {
        List<Method> found = new ArrayList<>();
        List<Class<?>> chain = new ArrayList<>();
        for (Class<?> above = type; above != null && above != Object.class; above = above.getSuperclass()) {
            for (Class<?> face : above.getInterfaces()) {
                chain.add(face);
            }
            chain.add(above);
        }
        Collections.reverse(chain);
        for (Class<?> one : chain) {
            Method[] own = one.getDeclaredMethods();
            Arrays.sort(own, new Comparator<Method>() {
                @Override
                public int compare(Method a, Method b) {
                    return a.getName().compareTo(b.getName());
                }
            });
            for (Method method : own) {
                if (method.isSynthetic() || one.isInterface() && !method.isDefault()) {
                    continue;
                }
                for (int at = found.size() - 1; at >= 0; at--) {
                    Method above = found.get(at);
                    if (above.getName().equals(method.getName()) && !Modifier.isPrivate(above.getModifiers())
                            && Arrays.equals(above.getParameterTypes(), method.getParameterTypes())) {
                        found.remove(at);
                    }
                }
                found.add(method);
            }
        }
        return found;
    }

    private static String line(Class<?> type, Method method, boolean isOld) throws Exception {
        String expected = "";
        Annotation test = annotation(method.getAnnotations(), JUNIT_4 + "Test");
        if (test != null) {
            Class<?> type4 = (Class<?>) test.annotationType().getMethod("expected").invoke(test);
            expected = type4.getName().equals("org.junit.Test$None") ? "" : type4.getName();
        }
        String line = type.getName() + PART + method.getDeclaringClass().getName() + PART + method.getName() + PART
                + (isOld ? "old" : expected);
        line += PART + annotated(type, isOld, "BeforeClass", "BeforeAll");
        line += PART + annotated(type, isOld, "Before", "BeforeEach");
        line += PART + annotated(type, isOld, "After", "AfterEach");
        return line + PART + annotated(type, isOld, "AfterClass", "AfterAll") + PART + ".";
    }

    private static String annotated(Class<?> type, boolean isOld, String name4, String name5) {
        StringBuilder names = new StringBuilder();
        if (!isOld) {
            List<Method> found = new ArrayList<>();
            for (Method method : methodsOf(type)) {
                Annotation[] all = method.getAnnotations();
                if (annotation(all, JUNIT_4 + name4) != null || annotation(all, JUNIT_5 + name5) != null) {
                    found.add(method);
                }
            }
            if (name4.startsWith("After")) {
                Collections.reverse(found);
            }
            for (Method method : found) {
                names.append(method.getDeclaringClass().getName()).append('#').append(method.getName()).append(NAME);
            }
        }
        return names.toString();
    }

    // Runs.

    private static void runWithin(long milliseconds, String line, PrintStream out) throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        PrintStream teller = new PrintStream(told, true, "UTF-8");
        Thread thread = new Thread(() -> run(line, teller));
        thread.setDaemon(true);
        thread.start();
        thread.join(milliseconds);
        System.setOut(out);
        if (thread.isAlive()) {
            out.println("\u0001" + "slow");
        } else {
            out.print(told.toString("UTF-8"));
        }
    }

    private static void run(String line, PrintStream out) {
        PrintStream err = System.err;
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        String told;
        try {
            test(line.split(PART, -1));
            told = "passed";
        } catch (Throwable e) {
            String name = e.getClass().getName();
            boolean isAborted = name.endsWith("AssumptionViolatedException") || name.endsWith("TestAbortedException");
            told = isAborted ? "aborted" : "failed " + describe(e);
        }
        System.setOut(out);
        System.setErr(err);
        out.println("\u0001" + told);
    }

    private static String describe(Throwable e) {
        String text;
        try {
            text = String.valueOf(e);
        } catch (Throwable other) {
            text = e.getClass().getName();
        }
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            text += " because of " + cause;
        }
        StackTraceElement[] trace = e.getStackTrace();
        for (int at = 0; at < trace.length && at < 12; at++) {
            text += " at " + trace[at];
        }
        return text.replace('\n', ' ').replace('\r', ' ');
    }

    private static void test(String[] parts) throws Throwable {
        Class<?> type = Class.forName(parts[0]);
        if (parts[3].equals("old")) {
            Object test = make(type, parts[2]);
            type.getMethod("setName", String.class).invoke(test, parts[2]);
            call(type.getMethod("runBare"), test);
            return;
        }
        all(parts[4], null);
        Object test = make(type, parts[2]);
        try {
            Throwable thrown = null;
            try {
                all(parts[5], test);
                Throwable own = null;
                try {
                    call(find(parts[1], parts[2]), test);
                } catch (Throwable e) {
                    own = e;
                }
                expect(parts[3], own);
            } catch (Throwable e) {
                thrown = e;
            }
            all(parts[6], test);
            if (thrown != null) {
                throw thrown;
            }
        } finally {
            all(parts[7], null);
        }
    }

    private static void expect(String expected, Throwable thrown) throws Throwable {
        if (expected.isEmpty()) {
            if (thrown != null) {
                throw thrown;
            }
            return;
        }
        if (thrown == null) {
            throw new AssertionError("Expected exception: " + expected);
        }
        if (!Class.forName(expected).isInstance(thrown)) {
            throw thrown;
        }
    }

    private static void all(String names, Object test) throws Throwable {
        for (String name : names.split(NAME)) {
            if (!name.isEmpty()) {
                int at = name.indexOf('#');
                Method method = find(name.substring(0, at), name.substring(at + 1));
                call(method, Modifier.isStatic(method.getModifiers()) ? null : test);
            }
        }
    }

    private static Method find(String type, String name) throws Exception {
        return Class.forName(type).getDeclaredMethod(name);
    }

    private static Object make(Class<?> type, String name) throws Throwable {
        try {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (constructor.getParameterTypes().length == 0) {
                    constructor.setAccessible(true);
                    return constructor.newInstance();
                }
            }
            Class<?> outer = type.getDeclaringClass();
            if (outer != null && !Modifier.isStatic(type.getModifiers())) {
                Constructor<?> constructor = type.getDeclaredConstructor(outer);
                constructor.setAccessible(true);
                return constructor.newInstance(make(outer, name));
            }
            return type.getConstructor(String.class).newInstance(name);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static void call(Method method, Object test) throws Throwable {
        method.setAccessible(true);
        try {
            method.invoke(test);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
