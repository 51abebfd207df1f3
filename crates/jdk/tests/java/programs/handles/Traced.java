// release 11
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class Traced {
    static void fail(int depth) { if (depth == 0) throw new IllegalStateException("deep"); fail(depth - 1); }

    public static void main(String[] args) throws Throwable {
        MethodHandle fail = MethodHandles.lookup().findStatic(Traced.class, "fail", methodType(void.class, int.class));
        MethodHandle bound = MethodHandles.insertArguments(fail, 0, 2);
        try {
            bound.invokeExact();
        } catch (IllegalStateException e) {
            for (StackTraceElement element : e.getStackTrace()) {
                System.out.println(element.getClassName() + "." + element.getMethodName() + ":" + element.getLineNumber());
                if (element.getMethodName().equals("main")) break;
            }
        }
        try {
            fail.invoke(-1);
        } catch (StackOverflowError e) {
            System.out.println("overflow");
        }
        System.out.println(MethodHandles.lookup().lookupClass());
    }
}
