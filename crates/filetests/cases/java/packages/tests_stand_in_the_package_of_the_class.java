//@ class: com.acme.tools.Clamp
//@ contains: package com.acme.tools;
package com.acme.tools;

class Clamp {
    static int to(int a, int most) {
        return a > most ? most : a; //~ covered
    }
}
