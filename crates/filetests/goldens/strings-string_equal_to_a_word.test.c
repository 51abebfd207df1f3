/*
 * Tests of crates/filetests/cases/c/strings/string_equal_to_a_word.c, written by Trine.
 * Build and run them with `make check` in this folder.
 */

#include "ROOT/crates/filetests/cases/c/strings/string_equal_to_a_word.c"

#include "trine_test.h"

/* command when `!word` at line 9 is true */
static void test_command_when_not_word_is_true(void)
{
    TRINE_CHECK_INT(command(NULL), -1);
}

/* command when `strcmp(word, "go") == 0` at line 11 is true */
static void test_command_when_strcmp_word_go_eq_0_is_true(void)
{
    char word[] = "go";

    TRINE_CHECK_INT(command(word), 1);
}

/* command when `strcmp(word, "a") < 0` at line 13 is false */
static void test_command_when_strcmp_word_a_lt_0_is_false(void)
{
    char word[] = "a";

    TRINE_CHECK_INT(command(word), 0);
}

/* command when `strcmp(word, "a") < 0` at line 13 is true */
static void test_command_when_strcmp_word_a_lt_0_is_true(void)
{
    char word[] = "";

    TRINE_CHECK_INT(command(word), 2);
}

static const struct trine_test tests[] = {
    { "command_when_not_word_is_true", test_command_when_not_word_is_true },
    { "command_when_strcmp_word_go_eq_0_is_true", test_command_when_strcmp_word_go_eq_0_is_true },
    { "command_when_strcmp_word_a_lt_0_is_false", test_command_when_strcmp_word_a_lt_0_is_false },
    { "command_when_strcmp_word_a_lt_0_is_true", test_command_when_strcmp_word_a_lt_0_is_true },
};

int main(int argc, char **argv)
{
    return TRINE_RUN(tests, argc, argv);
}
