//@ class: Logged
class Logged extends java.util.ArrayList<String> {
    private static final long serialVersionUID = 1L;
    private int adds;

    @Override
    public boolean add(String text) {
        adds++;
        return super.add(text);
    }

    boolean hasAdded() {
        return adds > 0; //~ covered
    }
}
