package com.example;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.Optional;

/**
 * The days from a first to a last one, both included.
 *
 * @param first the first day
 * @param last the last day; not before the first
 */
public record DateRange(LocalDate first, LocalDate last) {

    /** Checks the order of the days. */
    public DateRange {
        if (last.isBefore(first)) {
            throw new IllegalArgumentException(last + " is before " + first);
        }
    }

    /**
     * A month of a year.
     *
     * @param year the year
     * @param month from 1 to 12
     * @return its days
     */
    public static DateRange ofMonth(int year, int month) {
        LocalDate first = LocalDate.of(year, month, 1);
        return new DateRange(first, first.plusMonths(1).minusDays(1));
    }

    /** How many days there are. */
    public long days() {
        return last.toEpochDay() - first.toEpochDay() + 1;
    }

    /**
     * Whether a day is one of them.
     *
     * @param day the day
     * @return whether it is
     */
    public boolean contains(LocalDate day) {
        return !day.isBefore(first) && !day.isAfter(last);
    }

    /**
     * The days that two ranges share.
     *
     * @param other the other range
     * @return they, or nothing
     */
    public Optional<DateRange> intersection(DateRange other) {
        LocalDate start = first.isAfter(other.first) ? first : other.first;
        LocalDate end = last.isBefore(other.last) ? last : other.last;
        return end.isBefore(start) ? Optional.empty() : Optional.of(new DateRange(start, end));
    }

    /** Whether it begins on a Monday and ends on a Sunday. */
    public boolean isWholeWeeks() {
        return first.getDayOfWeek() == DayOfWeek.MONDAY && last.getDayOfWeek() == DayOfWeek.SUNDAY;
    }

    /**
     * The season that it begins in, north of the equator, by months.
     *
     * @return its name
     */
    public String season() {
        return switch (first.getMonth()) {
            case DECEMBER, JANUARY, FEBRUARY -> "winter";
            case MARCH, APRIL, MAY -> "spring";
            case JUNE, JULY, AUGUST -> "summer";
            default -> "autumn";
        };
    }
}
