//@ class: Brackets
//@ budget: 20000 evals
import java.util.ArrayDeque;
import java.util.Deque;

class Brackets {
    static boolean balanced(String text) {
        Deque<Character> open = new ArrayDeque<>();
        for (char c : text.toCharArray()) { //~ covered
            if (c == '(') { //~ covered
                open.push(c);
            } else if (c == ')') { //~ covered
                if (open.isEmpty()) { //~ covered
                    return false;
                }
                open.pop();
            }
        }
        return open.isEmpty();
    }
}
