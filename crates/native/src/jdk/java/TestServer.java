import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jacoco.agent.rt.RT;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Compiles, runs and counts one test suite after the other, so that the start of a JVM, of the compiler and of JUnit is paid once.
 *
 * A request is a line of words between tabs, an answer one line. Each suite runs in class loaders of its own: its classes are
 * initialised anew, and the counts of JaCoCo's agent begin anew, as in a JVM of its own.
 */
public final class TestServer {
    /** Where a compiler recurses over long expressions. */
    private static final long STACK_BYTES = 64 << 20;

    private static final PrintStream NOTHING = new PrintStream(OutputStream.nullOutputStream());

    private TestServer() {
    }

    public static void main(String[] arguments) throws Exception {
        var in = new FileInputStream(FileDescriptor.in);
        var requests = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        var out = new FileOutputStream(FileDescriptor.out);
        var answers = new PrintStream(out, true, StandardCharsets.UTF_8);
        var compiler = ToolProvider.getSystemJavaCompiler();
        // Found by name and not as services: those are looked for in the loader of the suite.
        var launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .addTestEngines(new JupiterTestEngine())
                .build());
        var world = new World();
        answers.println("ready");
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            String[] words = line.split("\t", -1);
            world.restore();
            String[] answer = {"error"};
            Runnable work = () -> answer[0] = answer(words, compiler, launcher);
            // What a suite leaves in its thread goes with it.
            var worker = new Thread(null, work, "main", words[0].equals("test") ? 0 : STACK_BYTES);
            worker.start();
            worker.join();
            answers.println(answer[0]);
        }
        // Threads that a suite left running do not keep the process.
        Runtime.getRuntime().halt(0);
    }

    private static String answer(String[] words, JavaCompiler compiler, Launcher launcher) {
        try {
            switch (words[0]) {
                case "compile":
                    return compile(compiler, Path.of(words[1]), Path.of(words[2]));
                case "test":
                    return test(launcher, words);
                case "report":
                    return report(Path.of(words[1]));
                default:
                    return "error: unknown request " + words[0];
            }
        } catch (Throwable error) {
            return "error: " + error.toString().replace('\n', ' ');
        }
    }

    /** {@code compile ARGUMENTS MESSAGES}: the compiler with the arguments of one file, a line each; messages go to the other. */
    private static String compile(JavaCompiler compiler, Path arguments, Path messages) throws Exception {
        List<String> words = Files.readAllLines(arguments, StandardCharsets.UTF_8);
        try (OutputStream told = Files.newOutputStream(messages)) {
            return "done " + compiler.run(null, told, told, words.toArray(new String[0]));
        }
    }

    /** {@code test RESULTS EXECUTED CLASS PATH…}: the tests of a class; a line each goes to the results. */
    private static String test(Launcher launcher, String[] words) throws Exception {
        URL[] path = new URL[words.length - 4];
        for (int i = 0; i < path.length; i++) {
            path[i] = new File(words[i + 4]).toURI().toURL();
        }
        RT.getAgent().reset();
        try (PrintStream results = new PrintStream(words[1], StandardCharsets.UTF_8);
                var loader = new URLClassLoader("tests", path, new Frameworks())) {
            Thread.currentThread().setContextClassLoader(loader);
            var request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(Class.forName(words[3], false, loader)))
                    .build();
            launcher.execute(request, new Results(results));
        }
        Files.write(Path.of(words[2]), RT.getAgent().getExecutionData(true));
        return "done 0";
    }

    /** {@code report ARGUMENTS}: JaCoCo's command line. */
    private static String report(Path arguments) throws Exception {
        List<String> words = Files.readAllLines(arguments, StandardCharsets.UTF_8);
        var told = new StringWriter();
        var writer = new PrintWriter(told);
        // Its constructor is not public: nobody else is meant to call it twice in one JVM.
        var constructor = org.jacoco.cli.internal.Main.class.getDeclaredConstructor(String[].class);
        constructor.setAccessible(true);
        int code = constructor.newInstance((Object) words.toArray(new String[0])).execute(writer, writer);
        return code == 0 ? "done 0" : "error: " + told.toString().replace('\n', ' ');
    }

    /** What a suite may change for those behind it. */
    private static final class World {
        private final Properties properties = (Properties) System.getProperties().clone();
        private final Locale locale = Locale.getDefault();
        private final TimeZone zone = TimeZone.getDefault();

        void restore() {
            System.setProperties((Properties) properties.clone());
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
            Thread.setDefaultUncaughtExceptionHandler(null);
            System.setIn(new ByteArrayInputStream(new byte[0]));
            System.setOut(NOTHING);
            System.setErr(NOTHING);
        }
    }

    /** The JDK and JUnit: whatever else stands on the class path of this process is hidden from tests. */
    private static final class Frameworks extends ClassLoader {
        private static final List<String> SHARED =
                List.of("org.junit.jupiter.", "org.junit.platform.", "org.opentest4j.", "org.apiguardian.");

        Frameworks() {
            super("frameworks", ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (SHARED.stream().anyMatch(name::startsWith)) {
                return ClassLoader.getSystemClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }

    /** One line for each test: how it ended, its method, the class of what was thrown, and what that said. */
    private static final class Results implements TestExecutionListener {
        private final PrintStream results;

        Results(PrintStream results) {
            this.results = results;
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            line("skipped", test, "", reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
            if (!test.isTest() && passed) {
                return;
            }
            Throwable thrown = result.getThrowable().orElse(null);
            String kind = thrown == null ? "" : thrown.getClass().getName();
            line(passed ? "passed" : "failed", test, kind, message(thrown));
        }

        private static String message(Throwable thrown) {
            try {
                return thrown == null ? "" : String.valueOf(thrown.getMessage());
            } catch (Throwable error) {
                return "";
            }
        }

        private void line(String ending, TestIdentifier test, String kind, String message) {
            String name = test.getSource().filter(MethodSource.class::isInstance)
                    .map(source -> ((MethodSource) source).getMethodName())
                    .orElse(test.getDisplayName());
            String plain = message.replace('\t', ' ').replace('\r', ' ').replace('\n', ' ');
            results.println(ending + "\t" + name + "\t" + kind + "\t" + plain);
        }
    }
}
