// release 11
import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import java.lang.invoke.VolatileCallSite;

public class Sites {
    static String one(String s) { return "one " + s; }
    static String two(String s) { return "two " + s; }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle one = lookup.findStatic(Sites.class, "one", methodType(String.class, String.class));
        MethodHandle two = lookup.findStatic(Sites.class, "two", methodType(String.class, String.class));
        MutableCallSite site = new MutableCallSite(one);
        MethodHandle call = site.dynamicInvoker();
        System.out.println((String) call.invokeExact("a"));
        site.setTarget(two);
        System.out.println((String) call.invokeExact("b"));
        VolatileCallSite other = new VolatileCallSite(one);
        MethodHandle otherCall = other.dynamicInvoker();
        System.out.println(otherCall.invoke("c"));
        other.setTarget(MethodHandles.filterReturnValue(one, two));
        System.out.println(otherCall.invoke("d"));
        CallSite constant = new ConstantCallSite(two);
        System.out.println(constant.dynamicInvoker().invoke("e"));
        try {
            constant.setTarget(one);
        } catch (UnsupportedOperationException e) {
            System.out.println("constant");
        }
        SwitchPoint point = new SwitchPoint();
        MethodHandle switched = point.guardWithTest(one, two);
        System.out.println(switched.invoke("f"));
        SwitchPoint.invalidateAll(new SwitchPoint[] {point});
        System.out.println(switched.invoke("g") + " " + point.hasBeenInvalidated());
    }
}
