/*
 * The Gregorian calendar, years 1 to 9999.
 *
 * Leap years, month lengths, the day of the week, and stepping a date to the
 * next day. Functions that take a date check it and report what is wrong.
 */
#include <stdbool.h>
#include <stddef.h>

enum { YEAR_MIN = 1, YEAR_MAX = 9999 };

enum date_status { DATE_OK, DATE_NULL, DATE_BAD_YEAR, DATE_BAD_MONTH, DATE_BAD_DAY, DATE_LAST };

struct date {
    int year;
    int month; /* 1 to 12 */
    int day;   /* 1 to the length of the month */
};

bool is_leap_year(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* The number of days in a month; 0 for a month that does not exist. */
int days_in_month(int year, int month)
{
    switch (month) {
    case 2:
        return is_leap_year(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    case 1:
    case 3:
    case 5:
    case 7:
    case 8:
    case 10:
    case 12:
        return 31;
    default:
        return 0;
    }
}

enum date_status date_check(const struct date *date)
{
    if (date == NULL)
        return DATE_NULL;
    if (date->year < YEAR_MIN || date->year > YEAR_MAX)
        return DATE_BAD_YEAR;
    if (date->month < 1 || date->month > 12)
        return DATE_BAD_MONTH;
    if (date->day < 1 || date->day > days_in_month(date->year, date->month))
        return DATE_BAD_DAY;
    return DATE_OK;
}

/* 0 is Sunday, 6 is Saturday; -1 for a date that does not exist. */
int day_of_week(const struct date *date)
{
    static const int month_offset[12] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    int year;

    if (date_check(date) != DATE_OK)
        return -1;
    year = date->year;
    if (date->month < 3)
        year -= 1;
    return (year + year / 4 - year / 100 + year / 400 + month_offset[date->month - 1] + date->day) % 7;
}

bool is_weekend(const struct date *date)
{
    int day = day_of_week(date);
    return day == 0 || day == 6;
}

/* Moves a date to the next day; leaves it alone when there is none. */
enum date_status date_next(struct date *date)
{
    enum date_status status = date_check(date);

    if (status != DATE_OK)
        return status;
    if (date->day < days_in_month(date->year, date->month)) {
        date->day += 1;
        return DATE_OK;
    }
    if (date->month < 12) {
        date->month += 1;
        date->day = 1;
        return DATE_OK;
    }
    if (date->year == YEAR_MAX)
        return DATE_LAST;
    date->year += 1;
    date->month = 1;
    date->day = 1;
    return DATE_OK;
}
