/** Switches: by table and by search, with and without default, cases that share code or fall through. */
public class Switches {
    static int table(int x) { switch (x) { case 1: return 10; case 2: return 20; case 3: return 30; default: return 0; } }
    static int lookup(int x) { switch (x) { case 1: return 10; case 1000: return 20; case -7: return 30; default: return 0; } }
    static int noDefault(int x) { int r = 0; switch (x) { case 1: r = 1; break; case 2: r = 2; break; } return r; }
    static int through(int x) { int r = 0; switch (x) { case 1: r++; case 2: r++; case 3: r++; break; case 4: r--; default: r--; } return r; }
    static int shared(int x) { switch (x) { case 1: case 2: case 3: return 1; case 5: case 6: return 2; default: return 3; } }
    static int onlyDefault(int x) { switch (x) { default: return x; } }
    static int holes(int x) { switch (x) { case 1: return 1; case 3: return 3; case 5: return 5; } return 0; }
    static int inLoop(int n) { int s = 0; for (int i = 0; i < n; i++) { switch (i % 3) { case 0: s++; continue; case 1: s += 2; break; default: break; } s += 10; } return s; }
    static int chars(char c) { switch (c) { case 'a': case 'e': return 1; case 'z': return 2; default: return 0; } }
    static int toDefaultOnly(int x) { int r = 1; switch (x) { case 7: default: r = 2; } return r; }
    public static void main(String[] args) throws Exception {
        table(2); table(9); lookup(1000); noDefault(1); noDefault(5); through(2); through(4); shared(2); shared(3); shared(6);
        onlyDefault(1); holes(3); holes(4); inLoop(3); chars('e'); toDefaultOnly(7);
    }
}
