package com.example;

/**
 * A bank account with an overdraft limit. Amounts are in cents.
 */
public class Account {

    /** What became of a withdrawal. */
    public enum Outcome {
        /** Paid from the balance. */
        PAID,
        /** Paid, and the account is overdrawn now. */
        OVERDRAWN,
        /** Not paid: the overdraft limit would be exceeded. */
        REFUSED
    }

    private final String owner;
    private final long overdraftLimit;
    private long balance;
    private boolean closed;

    /**
     * Opens an account with nothing in it.
     *
     * @param owner whose it is; not blank
     * @param overdraftLimit how far the balance may fall below zero; not negative
     */
    public Account(String owner, long overdraftLimit) {
        if (owner == null || owner.trim().isEmpty()) {
            throw new IllegalArgumentException("an account has an owner");
        }
        if (overdraftLimit < 0) {
            throw new IllegalArgumentException("negative overdraft limit: " + overdraftLimit);
        }
        this.owner = owner;
        this.overdraftLimit = overdraftLimit;
    }

    /** Whose account it is. */
    public String getOwner() {
        return owner;
    }

    /** What is in it; negative when it is overdrawn. */
    public long getBalance() {
        return balance;
    }

    /** Whether it was closed. */
    public boolean isClosed() {
        return closed;
    }

    /**
     * Pays in.
     *
     * @param amount a positive number of cents
     */
    public void deposit(long amount) {
        requireOpen();
        requirePositive(amount);
        balance = Math.addExact(balance, amount);
    }

    /**
     * Pays out, if the overdraft limit allows it.
     *
     * @param amount a positive number of cents
     * @return what became of it
     */
    public Outcome withdraw(long amount) {
        requireOpen();
        requirePositive(amount);
        if (amount > balance + overdraftLimit) {
            return Outcome.REFUSED;
        }
        balance -= amount;
        return balance < 0 ? Outcome.OVERDRAWN : Outcome.PAID;
    }

    /**
     * Moves money to another account.
     *
     * @param target the account that gets it; not this one
     * @param amount a positive number of cents
     * @return whether it was moved
     */
    public boolean transfer(Account target, long amount) {
        if (target == this) {
            throw new IllegalArgumentException("the same account");
        }
        target.requireOpen();
        if (withdraw(amount) == Outcome.REFUSED) {
            return false;
        }
        target.deposit(amount);
        return true;
    }

    /** Closes the account, which must be balanced. */
    public void close() {
        if (balance != 0) {
            throw new IllegalStateException("there is money in it, or owed");
        }
        closed = true;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the account is closed");
        }
    }

    private static void requirePositive(long amount) {
        if (amount <= 0) {
            throw new IllegalArgumentException("not a positive amount: " + amount);
        }
    }
}
