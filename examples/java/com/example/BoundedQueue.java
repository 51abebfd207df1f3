package com.example;

import java.util.NoSuchElementException;
import java.util.function.Predicate;

/**
 * A first-in first-out queue with a fixed capacity, in an array that is used in a circle.
 *
 * @param <E> what it holds; not null
 */
public class BoundedQueue<E> {

    private final Object[] elements;
    private int head;
    private int size;

    /**
     * An empty queue.
     *
     * @param capacity how many elements it holds at most; at least 1
     */
    public BoundedQueue(int capacity) {
        if (capacity < 1 || capacity > 1000) {
            throw new IllegalArgumentException("capacity " + capacity);
        }
        elements = new Object[capacity];
    }

    /** How many elements it holds. */
    public int size() {
        return size;
    }

    /** Whether it holds none. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Whether no element can be added. */
    public boolean isFull() {
        return size == elements.length;
    }

    /**
     * Adds an element at the end.
     *
     * @param element not null
     * @return whether there was room for it
     */
    public boolean offer(E element) {
        if (element == null) {
            throw new NullPointerException("element");
        }
        if (isFull()) {
            return false;
        }
        elements[(head + size) % elements.length] = element;
        size++;
        return true;
    }

    /**
     * The first element, which stays.
     *
     * @return it, or null when the queue is empty
     */
    public E peek() {
        return isEmpty() ? null : at(0);
    }

    /**
     * Takes the first element.
     *
     * @return it
     */
    public E take() {
        if (isEmpty()) {
            throw new NoSuchElementException("the queue is empty");
        }
        E first = at(0);
        elements[head] = null;
        head = (head + 1) % elements.length;
        size--;
        return first;
    }

    /**
     * How many elements a condition holds for.
     *
     * @param condition what is asked of each element, first to last
     * @return their number
     */
    public int count(Predicate<? super E> condition) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            if (condition.test(at(i))) {
                count++;
            }
        }
        return count;
    }

    @SuppressWarnings("unchecked")
    private E at(int position) {
        return (E) elements[(head + position) % elements.length];
    }
}
