// release 17
import java.util.*;
import java.util.random.*;

/** Generators of random numbers by their names. */
public class GeneratorsByName {
    public static void main(String[] args) {
        for (String name : new String[] {"L64X128MixRandom", "L32X64MixRandom", "L128X256MixRandom", "Xoshiro256PlusPlus", "Xoroshiro128PlusPlus", "SplittableRandom", "Random"}) {
            RandomGeneratorFactory<RandomGenerator> factory = RandomGeneratorFactory.of(name);
            RandomGenerator generator = factory.create(42);
            System.out.println(name + " " + factory.group() + " " + factory.stateBits() + " " + factory.isSplittable() + " "
                + generator.nextLong() + " " + generator.nextInt(100) + " " + generator.nextDouble());
        }
        Set<String> names = new TreeSet<>();
        RandomGeneratorFactory.all().forEach(factory -> names.add(factory.name()));
        System.out.println(names);
        try {
            RandomGenerator.of("NoSuchGenerator");
        } catch (IllegalArgumentException error) {
            System.out.println(error.getMessage());
        }
    }
}
