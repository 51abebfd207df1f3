//@ class: Gate
//@ contains: assertTrue(
//@ contains: assertFalse(
//@ lacks: assertEquals(true
class Gate {
    static boolean xor(boolean a, boolean b) {
        return a ? !b : b; //~ covered
    }
}
