/** A number recognised by states. */
public class StateMachine {
    static boolean number(String s) {
        int state = 0;
        for (char c : s.toCharArray()) {
            switch (state) {
                case 0: if (c == '-' || c == '+') { state = 1; break; }
                case 1: if (Character.isDigit(c)) state = 2; else return false; break;
                case 2: if (Character.isDigit(c)) break; if (c == '.') { state = 3; break; } if (c == 'e') { state = 5; break; } return false;
                case 3: case 4: if (Character.isDigit(c)) { state = 4; break; } if (state == 4 && c == 'e') { state = 5; break; } return false;
                case 5: if (c == '-') { state = 6; break; }
                case 6: if (!Character.isDigit(c)) return false; state = 7; break;
                default: if (!Character.isDigit(c)) return false;
            }
        }
        return state == 2 || state == 4 || state == 7;
    }

    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"1", "-1.5", "+", "1.", "1e5", "1.5e-7", "1e", "x", "", "12a", "1e5.0"}) System.out.print((number(s) ? 1 : 0));
        System.out.println("");
    }
}
