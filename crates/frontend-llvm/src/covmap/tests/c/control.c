/* Structured control flow of every kind; switches with and without default, with fall-through and ranges. */
static int loops(int n, int c) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i == 3) continue;
        if (i == 7 && c) break;
        sum += i;
    }
    while (n > 0 && sum > 0) { sum -= n--; }
    do { sum++; if (sum == 4) continue; if (c < 0) return -1; } while (sum < 10 || c == 77);
    for (;;) { if (sum++ > 20) break; }
    for (int i = 0, j = 9; i < j; i++, j -= c ? 1 : 2) sum++;
    while (sum % 7) sum++;
    return sum;
}
int plain_switch(int a) {
    switch (a) {
    case 1: return 2;
    case 2: case 3: a += 4; break;
    case 4: a++; /* falls through */
    case 5: a += 2; break;
    default: a = 9;
    }
    return a;
}
int no_default(int a, int b) {
    switch (a) {
    case 1: b++; break;
    case 2: if (b) b--; else b = 3; break;
    case 9: return b;
    }
    return a + b;
}
int ranges(int a) {
    switch (a) {
    case 1 ... 3: return 1;
    case 100 ... 1000: a++; break;
    case 2000 ... 3000: a--; /* falls through */
    case 5000: a += 5; break;
    case 6000: default: return 0;
    }
    switch (a) { case 0 ... 500: a = 4; }
    return a;
}
int default_first(int a, int b) {
    switch (a & 7) {
    default: b++; /* falls through */
    case 1: b += 2; break;
    case 2: switch (b) { case 0: return 5; case 1: break; default: b = 0; } break;
    case 3: while (b-- > 0) { if (a) continue; break; }
    }
    return b;
}
int only_default(int a) { switch (a) { default: a++; } switch (a) { } return a; }
int duff(int n) {
    int k = 0;
    switch (n % 4) {
    case 0: do { k++;
    case 3:      k++;
    case 2:      k++;
    case 1:      k++;
            } while ((n -= 4) > 0);
    }
    return k;
}
int ternaries(int a, int b, int c) {
    int r = a ? b ? 1 : 2 : c ? 3 : 4;
    r += a > b ? a : b;
    r += (a && b) ? (c || a) : (b && c);
    int e = a ?: b;
    if (a > 0 ? b > 0 : c > 0) r++;
    return r + e;
}
int values(int a, int b, int c) {
    int x = a && b;
    int y = (a || b) && c;
    int z = !(a && !b) || (c > 3);
    _Bool w = a & b && c;
    x = y || z;
    return x + y + z + w + (a && b && c) * 2 + !a;
}
int early(int a, int b) {
    if (a < 0) return -1;
    if (b < 0) { return -2; } else if (b == 0) return 0;
    if (a == b) goto out;
    if (a > 100) if (b > 100) return 1; else return 2;
    a++;
out:
    return a;
}
int empty_arms(int a, int b) {
    if (a) ; else b++;
    if (a) { } 
    if (b) ; 
    while (b-- > 0 && a) ;
    for (; a > 0; a--) ;
    if (a || b) { } else { }
    return a;
}
int main(int argc, char **argv) {
    int r = loops(12, argc - 1) + loops(9, argc);
    for (int i = -1; i < 9; i++)
        r += plain_switch(i) + no_default(i, i & 1) + default_first(i, i & 3) + duff(i & 3) + early(i, 3);
    r += ranges(2) + ranges(500) + ranges(2500) + ranges(5000) + ranges(6000) + ranges(7);
    r += ternaries(1, 0, 1) + ternaries(0, 1, 0) + values(1, 0, 1) + values(0, 0, 0) + values(1, 1, 1);
    r += only_default(3) + early(3, 0) + early(200, 3) + empty_arms(3, 4) + empty_arms(0, 0);
    return (r & 0) | (argc > 5 && argv[1] != 0);
}
