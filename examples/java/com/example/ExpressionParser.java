package com.example;

/**
 * Evaluates expressions of whole numbers with {@code + - * /}, signs and parentheses, by recursive descent:
 *
 * <pre>
 * sum     = product { ("+" | "-") product }
 * product = factor { ("*" | "/") factor }
 * factor  = "-" factor | "(" sum ")" | digits
 * </pre>
 */
public class ExpressionParser {

    /** An expression that is not of the grammar. */
    public static class SyntaxException extends Exception {

        private static final long serialVersionUID = 1L;

        private final int position;

        SyntaxException(String message, int position) {
            super(message);
            this.position = position;
        }

        /** Where it was noticed, from 0. */
        public int getPosition() {
            return position;
        }
    }

    private final String text;
    private int position;

    private ExpressionParser(String text) {
        this.text = text;
    }

    /**
     * The value of an expression. Overflow wraps.
     *
     * @param text the expression; blanks count for nothing
     * @return its value
     * @throws SyntaxException if it is not of the grammar
     */
    public static int evaluate(String text) throws SyntaxException {
        ExpressionParser parser = new ExpressionParser(text);
        int value = parser.sum();
        parser.skipBlanks();
        if (parser.position < text.length()) {
            throw new SyntaxException("unexpected `" + text.charAt(parser.position) + "`", parser.position);
        }
        return value;
    }

    private int sum() throws SyntaxException {
        int value = product();
        while (true) {
            if (accept('+')) {
                value += product();
            } else if (accept('-')) {
                value -= product();
            } else {
                return value;
            }
        }
    }

    private int product() throws SyntaxException {
        int value = factor();
        while (true) {
            if (accept('*')) {
                value *= factor();
            } else if (accept('/')) {
                int divisor = factor();
                if (divisor == 0) {
                    throw new ArithmeticException("division by zero");
                }
                value /= divisor;
            } else {
                return value;
            }
        }
    }

    private int factor() throws SyntaxException {
        if (accept('-')) {
            return -factor();
        }
        if (accept('(')) {
            int value = sum();
            if (!accept(')')) {
                throw new SyntaxException("`)` is missing", position);
            }
            return value;
        }
        return number();
    }

    private int number() throws SyntaxException {
        skipBlanks();
        int start = position;
        int value = 0;
        while (position < text.length() && isDigit(text.charAt(position))) {
            value = 10 * value + (text.charAt(position) - '0');
            position++;
        }
        if (position == start) {
            throw new SyntaxException("a number is missing", position);
        }
        return value;
    }

    private boolean accept(char wanted) {
        skipBlanks();
        if (position < text.length() && text.charAt(position) == wanted) {
            position++;
            return true;
        }
        return false;
    }

    private void skipBlanks() {
        while (position < text.length() && text.charAt(position) == ' ') {
            position++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
