// release 21
/** Constants of enumerations among patterns. */
public class EnumLabels {
    sealed interface Card permits Suit, Joker { }
    enum Suit implements Card { CLUBS, HEARTS, SPADES }
    enum Joker implements Card { RED, BLACK }
    static int value(Card c) { return switch (c) { case Suit.CLUBS -> 1; case Suit.HEARTS -> 2; case Suit s when s.ordinal() > 5 -> 100; case Suit s -> 3 + s.ordinal(); case Joker.RED -> 50; case Joker j -> 60; }; }
    static String mixed(Suit s) { return switch (s) { case CLUBS -> "c"; case Suit x when x == Suit.HEARTS -> "h"; case SPADES -> "s"; case Suit x -> "?"; }; }

    public static void main(String[] args) throws Exception {
        for (Card c : new Card[] {Suit.CLUBS, Suit.HEARTS, Suit.SPADES, Joker.RED, Joker.BLACK}) System.out.print((value(c) + " "));
        for (Suit s : Suit.values()) System.out.print((mixed(s) + " "));
        System.out.println("");
    }
}
