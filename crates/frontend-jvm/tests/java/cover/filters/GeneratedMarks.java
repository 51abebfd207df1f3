import java.lang.annotation.Retention;

/** Classes and methods with an annotation whose name has Generated in it are not counted. */
public class GeneratedMarks {
    @Retention(java.lang.annotation.RetentionPolicy.CLASS) @interface Generated { }
    @Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface LombokGenerated { }
    @Retention(java.lang.annotation.RetentionPolicy.SOURCE) @interface GeneratedInSource { }
    @Retention(java.lang.annotation.RetentionPolicy.CLASS) @interface Other { }
    @Generated static int made(int x) { return x > 0 ? 1 : 2; }
    @LombokGenerated static int visible(int x) { return x > 0 ? 1 : 2; }
    @GeneratedInSource static int source(int x) { return x > 0 ? 1 : 2; }
    @Other static int other(int x) { return x > 0 ? 1 : 2; }
    @Generated static class Whole { int f() { return 1; } class Inside { int g() { return 2; } } }
    public static void main(String[] args) throws Exception {
        made(1); visible(1); source(1); other(1); new Whole().f(); Whole w = new Whole(); w.new Inside().g();
    }
}
