import java.util.*;

/** Shuffling with a seed. */
public class Shuffle {
    public static void main(String[] args) throws Exception {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) list.add(i);
        Collections.shuffle(list, new Random(3));
        System.out.println(list);
        System.out.println(new SplittableRandom(9).nextInt() + " " + new SplittableRandom(9).split().nextLong());
    }
}
