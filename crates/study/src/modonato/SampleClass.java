/** Five limits that rise, and ten levels that are never negative: what a method would do on a negative level cannot happen. */
public class SampleClass {
    private final int[] limits;
    private final int[] levels;

    public SampleClass(int l0, int l1, int l2, int l3, int l4,
            int v0, int v1, int v2, int v3, int v4, int v5, int v6, int v7, int v8, int v9) {
        limits = new int[] {l0, l1, l2, l3, l4};
        levels = new int[] {v0, v1, v2, v3, v4, v5, v6, v7, v8, v9};
        for (int level : levels) {
            if (level < 0) {
                throw new IllegalArgumentException("negative level");
            }
        }
    }

    public String run() {
        int broken = 0;
        boolean allHigh = true;
        for (int at = 0; at < limits.length; at++) {
            int limit = limits[at];
            if (limit > 1000 * at) {
                for (int level : levels) {
                    if (level < -limit) {
                        broken = 1;
                    }
                }
            } else {
                allHigh = false;
            }
        }
        assert broken == 0;
        return allHigh ? "Yes" : null;
    }
}
