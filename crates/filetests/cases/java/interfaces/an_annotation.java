//@ class: Labels
//@ budget: 2000 evals

import java.lang.annotation.Annotation;

/** Annotations are interfaces, which a test may implement. */
class Labels {
    @interface Label {
        int priority();
    }

    static String kind(Annotation label) {
        if (label == null) {
            return "none";
        }
        return label.annotationType() == null ? "unknown" : "known"; //~ covered
    }

    static String origin(Annotation label) {
        return label instanceof Label ? "ours" : "theirs"; //~ covered
    }

    static boolean isUrgent(Label label) {
        return label.priority() > 7; //~ covered
    }
}
