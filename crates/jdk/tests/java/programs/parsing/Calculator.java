/** A recursive descent parser for expressions. */
public class Calculator {
    static class Parser {
        final String text; int at;
        Parser(String text) { this.text = text.replace(" ", ""); }
        double expression() { double v = term(); while (at < text.length() && (peek() == '+' || peek() == '-')) v = next() == '+' ? v + term() : v - term(); return v; }
        double term() { double v = factor(); while (at < text.length() && (peek() == '*' || peek() == '/')) v = next() == '*' ? v * factor() : v / factor(); return v; }
        double factor() {
            if (peek() == '-') { at++; return -factor(); }
            if (peek() == '(') { at++; double v = expression(); if (next() != ')') throw new IllegalStateException("')' expected at " + at); return v; }
            int start = at;
            while (at < text.length() && (Character.isDigit(peek()) || peek() == '.')) at++;
            return Double.parseDouble(text.substring(start, at));
        }
        char peek() { return text.charAt(at); }
        char next() { return text.charAt(at++); }
    }

    public static void main(String[] args) throws Exception {
        for (String s : new String[] {"1 + 2 * 3", "(1+2)*3/4-5", "-(2.5*-4)", "1/0", "2*(3", "2 * (3 x"}) {
            try { System.out.println(new Parser(s).expression()); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + " " + e.getMessage()); }
        }
    }
}
