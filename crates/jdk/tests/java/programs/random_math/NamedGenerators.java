// release 17
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Generators by name, from the module that provides them. */
public class NamedGenerators {
    public static void main(String[] args) {
        for (String name : new String[] {"L64X128MixRandom", "Xoshiro256PlusPlus", "SplittableRandom", "Random"}) {
            RandomGenerator generator = RandomGeneratorFactory.of(name).create(42);
            System.out.println(name + " " + generator.nextInt() + " " + generator.nextLong());
        }
        System.out.println(RandomGenerator.getDefault().getClass().getSimpleName());
        try {
            RandomGenerator.of("Nope");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
