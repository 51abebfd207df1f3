// release 17
/** What reflection says of a record. */
public class Reflected {
    record P(int x, String... names) { }

    public static void main(String[] args) throws Exception {
        System.out.println(P.class.isRecord() + " " + P.class.getRecordComponents().length + " " + P.class.getRecordComponents()[1].getName() + " " + P.class.getRecordComponents()[0].getType() + " " + P.class.getSuperclass() + " " + java.lang.reflect.Modifier.toString(P.class.getModifiers()));
        System.out.println(P.class.getRecordComponents()[0].getAccessor().invoke(new P(5, "a")) + " " + new P(1).names().length);
    }
}
