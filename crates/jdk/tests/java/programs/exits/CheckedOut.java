/** A checked exception that main declares. */
public class CheckedOut {
    static void read(String name) throws java.io.IOException { throw new java.io.FileNotFoundException(name + " (No such file)"); }

    public static void main(String[] args) throws Exception {
        read("nowhere.txt");
    }
}
