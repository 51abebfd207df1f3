//@ class: Header
//@ strategy: hybrid
//@ contains: header[24] =
class Header {
    static final int SIZE = 512;

    /** The kind of entry, from a header that is nearly empty. */
    static int kind(byte[] header) {
        int sum = 0;
        for (int i = 0; i < SIZE; i++) { //~ covered
            sum += header[i];
        }
        int magic = header[24] & 255 | (header[25] & 255) << 8 | (header[26] & 255) << 16;
        if (magic == 0x7a3c11) { //~ covered
            return sum == 0 ? 0 : 1; //~ covered
        }
        return header.length > SIZE ? 2 : 3; //~ covered
    }
}
