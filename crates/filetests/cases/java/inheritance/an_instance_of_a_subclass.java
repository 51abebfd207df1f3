//@ class: Kinds
class Kinds {
    static class Animal {
    }

    static class Cat extends Animal {
    }

    static boolean isCat(Animal animal) {
        return animal instanceof Cat;
    }
}
