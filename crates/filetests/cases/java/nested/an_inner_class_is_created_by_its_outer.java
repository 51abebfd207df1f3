//@ class: Chain
class Chain {
    private final int length;

    Chain(int length) {
        this.length = length;
    }

    Link first() {
        return new Link(0);
    }

    class Link {
        private final int position;

        private Link(int position) {
            this.position = position;
        }

        Link next() {
            return position + 1 < length ? new Link(position + 1) : null; //~ covered
        }
    }
}
