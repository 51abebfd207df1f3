// release 11
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

public class Interfaces {
    static int area(int a, int b) { return a * b; }
    static String shout(String s) { return s.toUpperCase() + "!"; }
    public interface Greeter { String greet(String who); }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle area = lookup.findStatic(Interfaces.class, "area", methodType(int.class, int.class, int.class));
        MethodHandle shout = lookup.findStatic(Interfaces.class, "shout", methodType(String.class, String.class));
        IntBinaryOperator made = (IntBinaryOperator) LambdaMetafactory.metafactory(lookup, "applyAsInt",
            methodType(IntBinaryOperator.class), area.type(), area, area.type()).getTarget().invokeExact();
        System.out.println(made.applyAsInt(6, 7));
        Function<String, String> function = (Function<String, String>) LambdaMetafactory.metafactory(lookup, "apply",
            methodType(Function.class), methodType(Object.class, Object.class), shout, shout.type()).getTarget().invoke();
        System.out.println(function.andThen(String::length).apply("hello"));
        MethodHandle concat = lookup.findVirtual(String.class, "concat", methodType(String.class, String.class));
        Supplier<String> supplier = (Supplier<String>) LambdaMetafactory.metafactory(lookup, "get",
            methodType(Supplier.class, String.class, String.class), methodType(Object.class), concat.asType(concat.type()),
            methodType(String.class)).getTarget().invoke("left ", "right");
        System.out.println(supplier.get());
        Greeter greeter = MethodHandleProxies.asInterfaceInstance(Greeter.class, shout);
        System.out.println(greeter.greet("you"));
        MethodHandleInfo info = lookup.revealDirect(area);
        System.out.println(info.getName() + " " + info.getMethodType() + " " + MethodHandleInfo.referenceKindToString(info.getReferenceKind()));
        MethodType type = MethodType.fromMethodDescriptorString("(I[Ljava/lang/String;)J", null);
        System.out.println(type + " " + type.changeReturnType(void.class).appendParameterTypes(double.class).toMethodDescriptorString());
        System.out.println(type.generic().wrap().equals(MethodType.genericMethodType(2)));
        System.out.println((type == MethodType.methodType(long.class, int.class, String[].class)));
    }
}
