/*
 * A parser for 16-bit numbers, as a settings file has them.
 *
 *     number = { " " | "\t" } [ "+" | "-" ] ( decimal | hexadecimal ) { " " | "\t" }
 *     hexadecimal = "0" ( "x" | "X" ) hex-digit { hex-digit }
 *
 * The value goes out through a pointer and is written only on success; the
 * return value says what was wrong otherwise.
 */
#include <stddef.h>
#include <stdint.h>

enum number_status {
    NUMBER_OK,
    NUMBER_NULL,
    NUMBER_EMPTY,
    NUMBER_BAD_DIGIT,
    NUMBER_OVERFLOW
};

static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

/* The value of a digit in bases up to 16; -1 for any other character. */
static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

enum number_status parse_number(const char *text, int16_t *out)
{
    long value = 0;
    long limit = 32767;
    int base = 10;
    int negative = 0;
    int digits = 0;

    if (text == NULL || out == NULL)
        return NUMBER_NULL;

    text = skip_blanks(text);
    if (*text == '+' || *text == '-') {
        negative = *text == '-';
        text++;
    }
    if (negative)
        limit = 32768;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text += 2;
    }

    for (;; text++) {
        int digit = digit_value(*text);
        if (digit < 0 || digit >= base)
            break;
        value = value * base + digit;
        if (value > limit)
            return NUMBER_OVERFLOW;
        digits++;
    }

    text = skip_blanks(text);
    if (*text != '\0')
        return NUMBER_BAD_DIGIT;
    if (digits == 0)
        return NUMBER_EMPTY;
    *out = (int16_t)(negative ? -value : value);
    return NUMBER_OK;
}
