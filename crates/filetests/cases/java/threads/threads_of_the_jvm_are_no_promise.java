//@ class: Crowd
class Crowd {
    static boolean hasSecond() {
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) { //~ covered
            top = top.getParent();
        }
        Thread[] threads = new Thread[1000];
        int count = top.enumerate(threads);
        for (int i = 0; i < count; i++) { //~ covered 1/2
            if (threads[i].getId() == 2) { //~ covered 1/2
                return true;
            }
        }
        return false;
    }

    static int sign(int x) {
        return x > 3 ? 1 : 0; //~ covered
    }
}
