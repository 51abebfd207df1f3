/*
 * Triangle classification.
 *
 * Three side lengths in, the kind of triangle out. The oldest example of the
 * testing literature: short, and still full of corners (negative sides, flat
 * triangles, every order of two equal sides, sums that would overflow).
 */
#include <stddef.h>

enum triangle_kind {
    TRIANGLE_INVALID,
    TRIANGLE_EQUILATERAL,
    TRIANGLE_ISOSCELES,
    TRIANGLE_SCALENE
};

/* Subtractions instead of sums: with positive sides they cannot overflow. */
static int sides_close(int a, int b, int c)
{
    return a - b < c && b - c < a && c - a < b;
}

enum triangle_kind triangle_classify(int a, int b, int c)
{
    if (a <= 0 || b <= 0 || c <= 0)
        return TRIANGLE_INVALID;
    if (!sides_close(a, b, c))
        return TRIANGLE_INVALID;
    if (a == b && b == c)
        return TRIANGLE_EQUILATERAL;
    if (a == b || b == c || a == c)
        return TRIANGLE_ISOSCELES;
    return TRIANGLE_SCALENE;
}

const char *triangle_name(enum triangle_kind kind)
{
    switch (kind) {
    case TRIANGLE_INVALID:
        return "not a triangle";
    case TRIANGLE_EQUILATERAL:
        return "equilateral";
    case TRIANGLE_ISOSCELES:
        return "isosceles";
    case TRIANGLE_SCALENE:
        return "scalene";
    }
    return NULL;
}
