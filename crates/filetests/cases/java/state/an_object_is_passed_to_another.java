//@ class: Wallet
class Wallet {
    private int coins;

    Wallet(int coins) {
        this.coins = coins;
    }

    boolean pay(Wallet other, int amount) {
        if (amount <= 0 || amount > coins) { //~ covered
            return false;
        }
        coins -= amount;
        other.coins += amount;
        return true;
    }

    int coins() {
        return coins;
    }
}
