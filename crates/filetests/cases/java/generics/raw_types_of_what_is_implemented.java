//@ class: Visitor
import java.util.List;

class Visitor {
    interface Typed<T> {
        List<T> types();

        <C extends Typed> C typed(List<T> types);

        void join(List others, int depth);
    }

    interface Named extends Typed {
        String name();
    }

    static int visit(Named named, List<Integer> with) {
        if (named == null) {
            return 0;
        }
        if (named.name() == null) { //~ covered
            return 1;
        }
        named.typed(with);
        named.join(with, 2);
        return 2;
    }

    static int plain(Typed<String> typed) {
        if (typed.types() == null) { //~ covered
            return 1;
        }
        return 2;
    }
}
