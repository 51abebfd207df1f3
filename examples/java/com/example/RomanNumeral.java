package com.example;

/**
 * Roman numerals from 1 to 3999, in the form that additions and subtractions of today use: {@code IV}, not {@code IIII}.
 */
public final class RomanNumeral {

    /** The greatest number that has a numeral. */
    public static final int MAX = 3999;

    private static final int[] VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] SYMBOLS = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};

    private RomanNumeral() {
    }

    /**
     * The numeral of a number.
     *
     * @param number from 1 to {@link #MAX}
     * @return its numeral
     */
    public static String format(int number) {
        if (number < 1 || number > MAX) {
            throw new IllegalArgumentException("no numeral for " + number);
        }
        StringBuilder text = new StringBuilder();
        int rest = number;
        for (int i = 0; i < VALUES.length; i++) {
            while (rest >= VALUES[i]) {
                text.append(SYMBOLS[i]);
                rest -= VALUES[i];
            }
        }
        return text.toString();
    }

    /**
     * The number that a numeral stands for.
     *
     * @param text a numeral in upper or lower case
     * @return its number
     * @throws NumberFormatException if it is not written as {@link #format} writes it
     */
    public static int parse(String text) {
        int sum = 0;
        int previous = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            int value = valueOf(text.charAt(i));
            sum += value < previous ? -value : value;
            previous = value;
        }
        if (sum < 1 || sum > MAX || !format(sum).equalsIgnoreCase(text)) {
            throw new NumberFormatException("no numeral: " + text);
        }
        return sum;
    }

    private static int valueOf(char symbol) {
        switch (Character.toUpperCase(symbol)) {
            case 'I':
                return 1;
            case 'V':
                return 5;
            case 'X':
                return 10;
            case 'L':
                return 50;
            case 'C':
                return 100;
            case 'D':
                return 500;
            case 'M':
                return 1000;
            default:
                throw new NumberFormatException("no numeral has " + symbol);
        }
    }
}
