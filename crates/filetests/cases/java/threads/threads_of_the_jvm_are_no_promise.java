//@ class: Crowd
//@ lacks: hasSecond
class Crowd {
    static boolean hasSecond() {
        ThreadGroup top = Thread.currentThread().getThreadGroup();
        while (top.getParent() != null) { //~ open
            top = top.getParent();
        }
        Thread[] threads = new Thread[1000];
        int count = top.enumerate(threads);
        for (int i = 0; i < count; i++) { //~ open
            if (threads[i].getId() == 2) { //~ open
                return true;
            }
        }
        return false;
    }

    static int sign(int x) {
        return x > 3 ? 1 : 0; //~ covered
    }
}
