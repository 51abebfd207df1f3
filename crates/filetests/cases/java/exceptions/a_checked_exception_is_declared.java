//@ class: Checked
//@ contains: throws IOException
//@ contains: import java.io.IOException;
//@ lacks: throws Exception
import java.io.IOException;

class Checked {
    static int read(int a) throws IOException {
        if (a == 3) { //~ covered
            throw new IOException("no more");
        }
        return a;
    }
}
