//@ class: Marker
import java.io.File;
import java.io.IOException;

class Marker {
    static boolean isFirst() throws IOException {
        return new File("marker-of-a-test").createNewFile() ? true : false; //~ covered 1/2
    }

    static int sign(int x) {
        return x > 3 ? 1 : 0; //~ covered
    }
}
