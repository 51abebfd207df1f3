//@ class: Zoo
class Zoo {
    interface Animal {
        String sound();
    }

    static class Dog implements Animal {
        @Override
        public String sound() {
            return "wuff";
        }
    }

    static class Fish implements Animal {
        @Override
        public String sound() {
            return "";
        }
    }

    static boolean isLoud(Animal animal) {
        return !animal.sound().isEmpty(); //~ covered
    }
}
