//@ class: Friend
class Friend {
    boolean likes(Friend other) {
        return other == this; //~ covered
    }
}
