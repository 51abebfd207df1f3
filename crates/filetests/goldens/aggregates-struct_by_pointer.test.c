/*
 * Tests of crates/filetests/cases/c/aggregates/struct_by_pointer.c, written by Trine.
 * Build and run them with `make check` in this folder.
 */

#include "ROOT/crates/filetests/cases/c/aggregates/struct_by_pointer.c"

#include "trine_test.h"

/* area when `!box` at line 12 is true */
static void test_area_when_not_box_is_true(void)
{
    TRINE_CHECK_INT(area(NULL), -1);
}

/* area when `box->width <= 0` at line 14 is true */
static void test_area_when_box_width_le_0_is_true(void)
{
    struct box box = { 0 };

    TRINE_CHECK_INT(area(&box), 0);
}

/* area with values that tell `if (box->width <= 0 || box->height <= 0)` at line 14 from
   faults in it */
static void test_area_tells_if_box_width_le_0_or_box_height_le_0(void)
{
    struct box box = { .width = 0, .height = 1 };

    TRINE_CHECK_INT(area(&box), 0);
}

/* area when `box->height <= 0` at line 14 is true */
static void test_area_when_box_height_le_0_is_true(void)
{
    struct box box = { .width = 1, .height = 0 };

    TRINE_CHECK_INT(area(&box), 0);
}

/* area when `box->width == box->height` at line 16 is false */
static void test_area_when_box_width_eq_box_height_is_false(void)
{
    struct box box = { .width = 1, .height = 2 };

    TRINE_CHECK_INT(area(&box), 2);
}

/* area when `box->width == box->height` at line 16 is true */
static void test_area_when_box_width_eq_box_height_is_true(void)
{
    struct box box = { .width = 1, .height = 1 };

    TRINE_CHECK_INT(area(&box), 1);
}

static const struct trine_test tests[] = {
    { "area_when_not_box_is_true", test_area_when_not_box_is_true },
    { "area_when_box_width_le_0_is_true", test_area_when_box_width_le_0_is_true },
    { "area_tells_if_box_width_le_0_or_box_height_le_0", test_area_tells_if_box_width_le_0_or_box_height_le_0 },
    { "area_when_box_height_le_0_is_true", test_area_when_box_height_le_0_is_true },
    { "area_when_box_width_eq_box_height_is_false", test_area_when_box_width_eq_box_height_is_false },
    { "area_when_box_width_eq_box_height_is_true", test_area_when_box_width_eq_box_height_is_true },
};

int main(int argc, char **argv)
{
    return TRINE_RUN(tests, argc, argv);
}
