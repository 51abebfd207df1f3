package com.example;

import java.util.Arrays;

/**
 * A matrix of whole numbers; it does not change.
 */
public final class Matrix {

    private final int[][] rows;

    /**
     * A matrix of these rows.
     *
     * @param rows at least one, of one length that is not 0
     */
    public Matrix(int[][] rows) {
        if (rows.length == 0 || rows[0].length == 0) {
            throw new IllegalArgumentException("an empty matrix");
        }
        this.rows = new int[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            if (rows[i].length != rows[0].length) {
                throw new IllegalArgumentException("row " + i + " has another length");
            }
            this.rows[i] = rows[i].clone();
        }
    }

    /**
     * The matrix with ones on its diagonal and zeros elsewhere.
     *
     * @param size its height and width; from 1 to 100
     * @return it
     */
    public static Matrix identity(int size) {
        if (size < 1 || size > 100) {
            throw new IllegalArgumentException("size " + size);
        }
        int[][] rows = new int[size][size];
        for (int i = 0; i < size; i++) {
            rows[i][i] = 1;
        }
        return new Matrix(rows);
    }

    /** How many rows it has. */
    public int height() {
        return rows.length;
    }

    /** How many columns it has. */
    public int width() {
        return rows[0].length;
    }

    /**
     * An element.
     *
     * @param row from 0
     * @param column from 0
     * @return its value
     */
    public int get(int row, int column) {
        return rows[row][column];
    }

    /** Whether it has as many rows as columns. */
    public boolean isSquare() {
        return height() == width();
    }

    /** Whether it is its own mirror image along the diagonal. */
    public boolean isSymmetric() {
        if (!isSquare()) {
            return false;
        }
        for (int i = 0; i < height(); i++) {
            for (int j = 0; j < i; j++) {
                if (rows[i][j] != rows[j][i]) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * The product of two matrices.
     *
     * @param right the right factor; as high as this one is wide
     * @return the product
     */
    public Matrix times(Matrix right) {
        if (width() != right.height()) {
            throw new IllegalArgumentException("width " + width() + " times height " + right.height());
        }
        int[][] product = new int[height()][right.width()];
        for (int i = 0; i < height(); i++) {
            for (int j = 0; j < right.width(); j++) {
                for (int k = 0; k < width(); k++) {
                    product[i][j] += rows[i][k] * right.rows[k][j];
                }
            }
        }
        return new Matrix(product);
    }

    /**
     * The determinant, by expansion along the first row.
     *
     * @return it
     */
    public int determinant() {
        if (!isSquare()) {
            throw new IllegalStateException("not square");
        }
        return determinant(rows);
    }

    private static int determinant(int[][] rows) {
        if (rows.length == 1) {
            return rows[0][0];
        }
        int sum = 0;
        for (int column = 0; column < rows.length; column++) {
            int sign = column % 2 == 0 ? 1 : -1;
            sum += sign * rows[0][column] * determinant(minor(rows, column));
        }
        return sum;
    }

    private static int[][] minor(int[][] rows, int without) {
        int[][] minor = new int[rows.length - 1][rows.length - 1];
        for (int i = 1; i < rows.length; i++) {
            for (int j = 0, to = 0; j < rows.length; j++) {
                if (j != without) {
                    minor[i - 1][to++] = rows[i][j];
                }
            }
        }
        return minor;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Matrix && Arrays.deepEquals(rows, ((Matrix) other).rows);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(rows);
    }

    @Override
    public String toString() {
        return Arrays.deepToString(rows);
    }
}
