//@ class: Host
//@ lacks: isContainer
import java.nio.file.Files;
import java.nio.file.Paths;

class Host {
    static boolean isContainer() {
        return Files.exists(Paths.get("/proc/1/cgroup")) ? true : false; //~ open
    }

    static int twice(int x) {
        return x > 3 ? 2 * x : x; //~ covered
    }
}
