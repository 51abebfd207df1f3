/** Words turned around and counted. */
public class Palindromes {
    public static void main(String[] args) throws Exception {
        String[] words = {"level", "hello", "noon", "Racecar", "", "x"};
        int found = 0;
        for (String w : words) if (new StringBuilder(w.toLowerCase()).reverse().toString().equals(w.toLowerCase())) found++;
        System.out.println(found);
        StringBuilder roman = new StringBuilder();
        int n = 1994;
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] letters = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        for (int i = 0; i < values.length; i++) while (n >= values[i]) { n -= values[i]; roman.append(letters[i]); }
        System.out.println(roman);
    }
}
