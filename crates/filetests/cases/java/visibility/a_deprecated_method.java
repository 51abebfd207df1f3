//@ class: Old
//@ contains: @SuppressWarnings("deprecation")
class Old {
    /**
     * Whether it is old.
     *
     * @deprecated for no reason
     */
    @Deprecated
    static boolean is(int age) {
        return age > 70; //~ covered
    }
}
