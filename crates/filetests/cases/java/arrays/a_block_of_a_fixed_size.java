//@ class: Block
//@ contains: new byte[512]
class Block {
    /** Zero where all of a block of 512 bytes is. */
    static int sum(byte[] block) {
        int sum = 0;
        for (int i = 0; i < 512; i++) { //~ covered
            sum += block[i];
        }
        return sum == 0 ? 0 : 1; //~ covered
    }
}
