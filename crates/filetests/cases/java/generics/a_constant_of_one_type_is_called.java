//@ class: Reader
interface Reader<T, E extends Exception> {
    Reader<Class<?>, ClassNotFoundException> CLASS = Class::forName;
    Reader<Integer, RuntimeException> LENGTH = text -> text == null ? -1 : text.length(); //~ covered

    T read(String text) throws E;
}
