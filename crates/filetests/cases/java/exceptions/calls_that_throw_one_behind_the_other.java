//@ class: Stamp
//@ strategy: hybrid
//@ budget: 4000 evals

/** No branch stands between the calls that throw: each takes a model of its own, and only the last one comes nearer to what is behind them. */
class Stamp {
    static String kind(String text) {
        if (text.length() != 8) {
            return "length";
        }
        int hours = Integer.parseInt(text.substring(0, 2));
        int minutes = Integer.parseInt(text.substring(3, 5));
        int seconds = Integer.parseInt(text.substring(6));
        return hours * 3600 + minutes * 60 + seconds > 86_400 ? "late" : "in time"; //~ covered
    }
}
