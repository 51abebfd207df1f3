/** Members that every enum has are not counted; an own constructor is. */
public class EnumMembers {
    enum Plain { ONE, TWO }
    enum WithField { A(1), B(2); final int x; WithField(int x) { this.x = x; } int twice() { return x + x; } }
    enum WithBody { P { int f() { return 1; } }, Q { int f() { return 2; } }; abstract int f(); }
    enum Own { X; static Own valueOf(int i) { return X; } static int values(int i) { return i; } }
    static int bySwitch(Plain p) { switch (p) { case ONE: return 1; case TWO: return 2; default: return 3; } }
    static int withoutDefault(Plain p) { int r = 0; switch (p) { case ONE: r = 1; break; case TWO: r = 2; break; } return r; }
    public static void main(String[] args) throws Exception {
        System.out.println(Plain.valueOf("ONE") + " " + WithField.B.twice() + WithBody.P.f() + bySwitch(Plain.TWO) + Own.values(2) + withoutDefault(Plain.ONE));
    }
}
