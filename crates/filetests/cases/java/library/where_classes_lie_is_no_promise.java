//@ class: Where
//@ lacks: file:
class Where {
    static String own(boolean isShort) {
        return isShort ? "here" : Where.class.getResource("Where.class").toString(); //~ covered
    }
}
