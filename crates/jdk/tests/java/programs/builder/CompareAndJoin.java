// release 11
/** Comparing builders, and lines joined by a loop. */
public class CompareAndJoin {
    public static void main(String[] args) throws Exception {
        StringBuilder a = new StringBuilder("apple"), b = new StringBuilder("apricot");
        System.out.println(a.compareTo(b) > 0 ? "after" : "before");
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 5; i++) all.append(i == 0 ? "" : ", ").append((char) ('a' + i)).append('=').append(i * i);
        System.out.println(all.append('}').insert(0, '{'));
    }
}
