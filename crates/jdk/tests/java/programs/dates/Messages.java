import java.text.*;
import java.util.*;

/** Messages with arguments in braces, and choices. */
public class Messages {
    public static void main(String[] args) throws Exception {
        System.out.println(new MessageFormat("{1} has {0} items, '{0}' {0,number,#.#}", Locale.ROOT).format(new Object[] {3, "Ann"}));
        System.out.println(new ChoiceFormat("0#none|1#one|1<many").format(5) + " " + new ChoiceFormat("0#none|1#one|1<many").format(1));
    }
}
