import java.nio.channels.*;
import java.util.*;

/** Selectors that watch nothing: they wait for time, for a wake-up and for an interrupt. */
public class Selecting {
    public static void main(String[] args) throws Exception {
        Selector selector = Selector.open();
        System.out.println(selector.isOpen() + " " + selector.keys() + " " + selector.selectedKeys() + " " + selector.provider().equals(java.nio.channels.spi.SelectorProvider.provider()));
        System.out.println(selector.selectNow() + " " + selector.select(5));
        selector.wakeup();
        selector.wakeup();
        System.out.println(selector.select() + " " + selector.selectNow());
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Thread waits = new Thread(() -> {
            try {
                // Without a concatenation, which takes a JVM longer than the others wait when it is its first.
                order.add("woken ".concat(String.valueOf(selector.select())));
                order.add("interrupted ".concat(String.valueOf(selector.select())));
                order.add(String.valueOf(Thread.currentThread().isInterrupted()));
                Thread.interrupted();
                selector.select();
            } catch (ClosedSelectorException | java.io.IOException error) {
                order.add(error.getClass().getName());
            }
        });
        waits.start();
        Thread.sleep(20);
        order.add("wakes");
        selector.wakeup();
        Thread.sleep(20);
        order.add("interrupts");
        waits.interrupt();
        Thread.sleep(20);
        order.add("closes");
        selector.close();
        waits.join();
        System.out.println(order + " " + selector.isOpen());
        try {
            selector.selectNow();
        } catch (ClosedSelectorException error) {
            System.out.println("closed");
        }
    }
}
