//@ class: Tokens
class Tokens {
    sealed interface Token {
    }

    enum Sign implements Token { PLUS, MINUS }

    record Number(int value) implements Token {
    }

    static int weight(Token token) {
        if (token == Sign.PLUS) { //~ covered
            return 1;
        }
        return token instanceof Number n ? n.value() : 0; //~ covered
    }
}
