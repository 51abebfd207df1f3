//@ class: ValueOfAnExpression
//@ criterion: mcdc
public class ValueOfAnExpression {
    private final int limit;

    public ValueOfAnExpression(int limit) {
        this.limit = limit;
    }

    public boolean fits(String text, boolean strict) {
        return text != null && text.length() <= limit && (!strict || text.startsWith("x")); //~ mcdc 4/4
    }
}
