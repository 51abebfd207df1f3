import java.time.*;

/** Dates that do not exist. */
public class MistakesInLocalDate {
    public static void main(String[] args) throws Exception {
        int[][] all = {{2023, 2, 29}, {2023, 4, 31}, {2023, 13, 1}, {2023, 0, 1}, {2024, 2, 30}};
        for (int[] a : all) { try { System.out.println(LocalDate.of(a[0], a[1], a[2])); } catch (DateTimeException e) { System.out.println(e.getMessage()); } }
        for (String s : new String[] {"2024-2-1", "2024-02-31", "x"}) { try { System.out.println(LocalDate.parse(s)); } catch (DateTimeException e) { System.out.println(e.getMessage()); } }
    }
}
