import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** Every bit of what StrictMath gives, over ranges of arguments and over random bits. */
public class StrictBits {
    static long bits(DoubleUnaryOperator function, double from, double to) {
        Random random = new Random(7);
        long sum = 0;
        for (int i = 0; i < 400; i++) {
            double x = from == to ? Double.longBitsToDouble(random.nextLong()) : from + (to - from) * random.nextDouble();
            sum = sum * 31 + Double.doubleToLongBits(function.applyAsDouble(x));
        }
        return sum;
    }

    public static void main(String[] args) {
        Map<String, DoubleUnaryOperator> all = new LinkedHashMap<>();
        all.put("sin", StrictMath::sin);
        all.put("cos", StrictMath::cos);
        all.put("tan", StrictMath::tan);
        all.put("asin", StrictMath::asin);
        all.put("acos", StrictMath::acos);
        all.put("atan", StrictMath::atan);
        all.put("atan2", x -> StrictMath.atan2(x, 0.7));
        all.put("sinh", StrictMath::sinh);
        all.put("cosh", StrictMath::cosh);
        all.put("tanh", StrictMath::tanh);
        all.put("exp", StrictMath::exp);
        all.put("expm1", StrictMath::expm1);
        all.put("log", StrictMath::log);
        all.put("log10", StrictMath::log10);
        all.put("log1p", StrictMath::log1p);
        all.put("cbrt", StrictMath::cbrt);
        all.put("pow", x -> StrictMath.pow(Math.abs(x), 1.7));
        all.put("hypot", x -> StrictMath.hypot(x, 2));
        all.put("remainder", x -> StrictMath.IEEEremainder(x, 0.7));
        all.forEach((name, function) -> System.out.println(name + " " + bits(function, 0, 0) + " " + bits(function, -1, 1)
            + " " + bits(function, -20, 20) + " " + bits(function, -720, 720)));
    }
}
