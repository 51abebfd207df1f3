/** Builders whose methods give their own type. */
public class SelfTypes {
    static abstract class Builder<S extends Builder<S>> { StringBuilder s = new StringBuilder(); abstract S self(); S add(Object o) { s.append(o); return self(); } }
    static class Html extends Builder<Html> { @Override Html self() { return this; } Html tag(String t) { s.insert(0, "<" + t + ">").append("</").append(t).append('>'); return this; } }

    public static void main(String[] args) throws Exception {
        System.out.println(new Html().add("x").tag("b").add(1).tag("p").s);
    }
}
