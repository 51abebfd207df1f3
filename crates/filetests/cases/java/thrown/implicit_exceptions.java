//@ class: ImplicitExceptions
//@ exceptions: goals
//@ contains: assertThrows(ArithmeticException.class
//@ contains: assertThrows(ArrayIndexOutOfBoundsException.class
//@ contains: assertThrows(ClassCastException.class
//@ contains: assertThrows(NegativeArraySizeException.class
//@ contains: assertThrows(NullPointerException.class
public class ImplicitExceptions {
    public static int divide(int a, int b) {
        return a / b; //~ throws java.lang.ArithmeticException
    }

    public static int at(int[] numbers, int index) {
        return numbers[index]; //~ throws java.lang.NullPointerException; throws java.lang.ArrayIndexOutOfBoundsException
    }

    public static Object[] room(int size) {
        return new Object[size]; //~ throws java.lang.NegativeArraySizeException
    }

    public static int length(Object text) {
        return ((String) text).length(); //~ throws java.lang.ClassCastException; throws java.lang.NullPointerException
    }
}
