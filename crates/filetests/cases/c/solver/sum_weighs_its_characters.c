//@ entry: checksum
//@ strategies: dse

/* A checksum with weights, of three characters that must be digits. */
int checksum(char a, char b, char c)
{
    if (a < '0' || a > '9' || b < '0' || b > '9' || c < '0' || c > '9') //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered; C4: T covered, F covered; C5: T covered, F covered; C6: T covered, F covered
        return -1;
    if ((a - '0') * 7 + (b - '0') * 3 + (c - '0') == 94) //~ C1: T covered, F covered
        return 1;
    return 0;
}
