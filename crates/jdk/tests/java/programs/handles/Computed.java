// release 17
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Computed constants, constants that are handles and types of methods, and dynamic calls by a method of the program. */
public class Computed {
    static int computed;

    public static Object constant(MethodHandles.Lookup lookup, String name, Class<?> type, Object... more) {
        System.out.println("compute " + name + " " + type + " " + Arrays.toString(more) + " for " + lookup.lookupClass().getSimpleName().startsWith("Made"));
        computed++;
        if (name.equals("fails")) throw new IllegalStateException("no constant");
        return type == int.class ? (Object) (40 + computed) : name + more.length;
    }

    public static CallSite site(MethodHandles.Lookup lookup, String name, MethodType type, String prefix) throws Exception {
        System.out.println("link " + name + " " + type + " " + prefix);
        MethodHandle join = lookup.findStatic(Computed.class, "join", MethodType.methodType(String.class, String.class, String.class, int.class));
        return new ConstantCallSite(MethodHandles.insertArguments(join, 0, prefix).asType(type));
    }

    public static String join(String prefix, String a, int b) { return prefix + a + b; }
    public static int add(int a, int b) { return a + b; }

    /** A constant pool. */
    static class Pool {
        final List<byte[]> entries = new ArrayList<>();

        int add(int tag, Object... parts) throws Exception {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeByte(tag);
            for (Object part : parts) {
                if (part instanceof String) out.writeUTF((String) part);
                else if (part instanceof Byte) out.writeByte((Byte) part);
                else out.writeShort((Integer) part);
            }
            for (int at = 0; at < entries.size(); at++) if (Arrays.equals(entries.get(at), bytes.toByteArray())) return at + 1;
            entries.add(bytes.toByteArray());
            return entries.size();
        }
        int text(String text) throws Exception { return add(1, text); }
        int type(String name) throws Exception { return add(7, text(name)); }
        int pair(String name, String type) throws Exception { return add(12, text(name), text(type)); }
        int method(String owner, String name, String type) throws Exception { return add(10, type(owner), pair(name, type)); }
        int handle(int kind, String owner, String name, String type) throws Exception { return add(15, (byte) kind, method(owner, name, type)); }
    }

    static byte[] made() throws Exception {
        Pool pool = new Pool();
        int self = pool.type("Made"), above = pool.type("java/lang/Object");
        String boot = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/Object;";
        int constant = pool.handle(6, "Computed", "constant", boot);
        int site = pool.handle(6, "Computed", "site",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/String;)Ljava/lang/invoke/CallSite;");
        int text = pool.add(8, pool.text("static text"));
        int nested = pool.add(17, 0, pool.pair("inner", "Ljava/lang/String;"));
        int outer = pool.add(17, 1, pool.pair("outer", "Ljava/lang/Object;"));
        int number = pool.add(17, 0, pool.pair("number", "I"));
        int fails = pool.add(17, 0, pool.pair("fails", "Ljava/lang/String;"));
        int call = pool.add(18, 2, pool.pair("joined", "(Ljava/lang/String;I)Ljava/lang/String;"));
        int handle = pool.handle(6, "Computed", "add", "(II)I");
        int type = pool.add(16, pool.text("(I[Ljava/lang/String;)V"));
        Object[][] methods = {
            {"text", "()Ljava/lang/Object;", new int[] {0x13, outer >> 8, outer, 0xb0}},
            {"number", "()I", new int[] {0x13, number >> 8, number, 0xac}},
            {"fails", "()Ljava/lang/Object;", new int[] {0x13, fails >> 8, fails, 0xb0}},
            {"handle", "()Ljava/lang/invoke/MethodHandle;", new int[] {0x13, handle >> 8, handle, 0xb0}},
            {"type", "()Ljava/lang/invoke/MethodType;", new int[] {0x13, type >> 8, type, 0xb0}},
            {"call", "(Ljava/lang/String;I)Ljava/lang/String;", new int[] {0x2a, 0x1b, 0xba, call >> 8, call, 0, 0, 0xb0}},
        };
        int code = pool.text("Code"), table = pool.text("BootstrapMethods");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(body);
        out.writeShort(0x21);
        out.writeShort(self);
        out.writeShort(above);
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(methods.length);
        for (Object[] method : methods) {
            int[] bytes = (int[]) method[2];
            out.writeShort(9);
            out.writeShort(pool.text((String) method[0]));
            out.writeShort(pool.text((String) method[1]));
            out.writeShort(1);
            out.writeShort(code);
            out.writeInt(12 + bytes.length);
            out.writeShort(4);
            out.writeShort(2);
            out.writeInt(bytes.length);
            for (int each : bytes) out.writeByte(each);
            out.writeShort(0);
            out.writeShort(0);
        }
        out.writeShort(1);
        out.writeShort(table);
        out.writeInt(2 + 4 + 4 + 2 * 2 + 4 + 2);
        out.writeShort(3);
        out.writeShort(constant);
        out.writeShort(0);
        out.writeShort(constant);
        out.writeShort(2);
        out.writeShort(text);
        out.writeShort(nested);
        out.writeShort(site);
        out.writeShort(1);
        out.writeShort(text);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        DataOutputStream all = new DataOutputStream(whole);
        all.writeInt(0xcafebabe);
        all.writeShort(0);
        all.writeShort(61);
        all.writeShort(pool.entries.size() + 1);
        for (byte[] entry : pool.entries) all.write(entry);
        all.write(body.toByteArray());
        return whole.toByteArray();
    }

    public static void main(String[] args) throws Throwable {
        byte[] bytes = made();
        for (int round = 0; round < 2; round++) {
            MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(bytes, true);
            Class<?> made = lookup.lookupClass();
            System.out.println(made.isHidden() + " " + made.getName().startsWith("Made/") + " " + made.getSimpleName().startsWith("Made/"));
            MethodHandle text = lookup.findStatic(made, "text", MethodType.methodType(Object.class));
            System.out.println(text.invoke() + " " + (text.invoke() == text.invoke()));
            MethodHandle number = lookup.findStatic(made, "number", MethodType.methodType(int.class));
            System.out.println((int) number.invokeExact() + " " + (int) number.invokeExact());
            MethodHandle handle = (MethodHandle) made.getMethod("handle").invoke(null);
            System.out.println(handle.type() + " " + (int) handle.invokeExact(20, 3));
            System.out.println(made.getMethod("type").invoke(null));
            MethodHandle call = lookup.findStatic(made, "call", MethodType.methodType(String.class, String.class, int.class));
            System.out.println((String) call.invokeExact("a", 1) + (String) call.invokeExact("b", 2));
            MethodHandle fails = lookup.findStatic(made, "fails", MethodType.methodType(Object.class));
            for (int again = 0; again < 2; again++) {
                try {
                    fails.invoke();
                } catch (BootstrapMethodError | IllegalStateException e) {
                    System.out.println(e.getClass() + " " + e.getCause());
                }
            }
        }
        System.out.println(computed);
    }
}
