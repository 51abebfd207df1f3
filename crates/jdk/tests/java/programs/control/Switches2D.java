/** A walk over a grid steered by text. */
public class Switches2D {
    public static void main(String[] args) throws Exception {
        int x = 0, y = 0, turns = 0;
        char dir = 'N';
        for (char c : "FFRFFLFRRFFFLLF".toCharArray()) {
            if (c == 'F') { switch (dir) { case 'N': y++; break; case 'S': y--; break; case 'E': x++; break; default: x--; } }
            else { turns++; String order = "NESW"; dir = order.charAt((order.indexOf(dir) + (c == 'R' ? 1 : 3)) % 4); }
        }
        System.out.println(x + " " + y + " " + dir + " " + turns);
    }
}
