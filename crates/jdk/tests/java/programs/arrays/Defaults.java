/** New arrays are zero, in every type; small types wrap when stored. */
public class Defaults {
    public static void main(String[] args) throws Exception {
        boolean[] z = new boolean[1]; byte[] b = new byte[1]; char[] c = new char[1]; short[] s = new short[1]; float[] f = new float[1]; double[] d = new double[1]; Object[] o = new Object[1];
        System.out.println(z[0] + " " + b[0] + " " + (int) c[0] + " " + s[0] + " " + f[0] + " " + d[0] + " " + o[0]);
        b[0] = (byte) 200; s[0] = (short) 70000; c[0] = (char) -1;
        b[0]++; s[0] >>= 1; c[0] += 2; z[0] |= true; f[0] += 1e-10; d[0]--;
        System.out.println(z[0] + " " + b[0] + " " + (int) c[0] + " " + s[0] + " " + f[0] + " " + d[0]);
    }
}
