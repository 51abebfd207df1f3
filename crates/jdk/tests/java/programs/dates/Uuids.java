import java.util.*;

/** Identifiers made of names and numbers. */
public class Uuids {
    public static void main(String[] args) throws Exception {
        UUID u = new UUID(0x123456789abcdef0L, 0x8edcba9876543210L);
        System.out.println(u + " " + u.version() + " " + u.variant() + " " + UUID.fromString("00000000-0000-0001-0000-000000000002").hashCode() + " " + u.compareTo(new UUID(1, 1)));
        System.out.println(new String(Base64.getEncoder().encode("Many hands".getBytes())) + " " + new String(Base64.getDecoder().decode("bWFrZQ==")));
        try { UUID.fromString("x"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
    }
}
