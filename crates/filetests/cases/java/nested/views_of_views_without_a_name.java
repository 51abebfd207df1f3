//@ class: Shelf
//@ budget: 4000 evals

import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;

/** A view of a view: a test has such objects by interfaces only, and calls what they answer on purpose. */
class Shelf {
    private final List<String> titles = new ArrayList<>();

    void add(String title) {
        titles.add(title);
    }

    Part from(int first) {
        return new Part(Math.max(first, 0));
    }

    private void forget(int at) {
        if (at >= 2) { //~ covered
            titles.set(at, "");
        } else {
            titles.remove(at);
        }
    }

    class Part {
        private final int first;

        Part(int first) {
            this.first = first;
        }

        Set<String> titles() {
            return new View();
        }

        private class View extends AbstractSet<String> {
            @Override
            public int size() {
                return first > titles.size() ? 0 : titles.size() - first; //~ covered
            }

            @Override
            public boolean contains(Object title) {
                int at = titles.indexOf(title);
                return at >= first; //~ covered
            }

            @Override
            public Iterator<String> iterator() {
                return new Walk();
            }
        }

        private class Walk implements Iterator<String> {
            private int next = first;
            private boolean hasGiven;

            @Override
            public boolean hasNext() {
                return next < titles.size(); //~ covered
            }

            @Override
            public String next() {
                if (!hasNext()) { //~ covered
                    throw new NoSuchElementException();
                }
                hasGiven = true;
                return titles.get(next++);
            }

            @Override
            public void remove() {
                if (!hasGiven) { //~ covered
                    throw new IllegalStateException();
                }
                hasGiven = false;
                next--;
                forget(next);
            }
        }
    }
}
