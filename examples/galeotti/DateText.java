/** Dates written as 2013-11-04: what is a date, and which. */
class DateText {
    static int daysOf(int year, int month) {
        switch (month) {
            case 2:
                return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4:
            case 6:
            case 9:
            case 11:
                return 30;
            default:
                return 31;
        }
    }
    static String check(String text) {
        if (text.length() != 10) {
            return "length";
        }
        if (text.charAt(4) != '-' || text.charAt(7) != '-') {
            return "separator";
        }
        int year;
        int month;
        int day;
        try {
            year = Integer.parseInt(text.substring(0, 4));
            month = Integer.parseInt(text.substring(5, 7));
            day = Integer.parseInt(text.substring(8));
        } catch (NumberFormatException e) {
            return "number";
        }
        if (month < 1 || month > 12) {
            return "month";
        }
        if (day < 1 || day > daysOf(year, month)) {
            return "day";
        }
        if (year == 2013 && month == 11 && day == 4) {
            return "the first day of the symposium";
        }
        return month == 2 && day == 29 ? "leap day" : "date";
    }
}
