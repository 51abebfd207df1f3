//@ class: Coins
class Coins {
    record Coin(int value) {
    }

    static boolean isSame(Coin one, Coin other) {
        return one.equals(other);
    }
}
