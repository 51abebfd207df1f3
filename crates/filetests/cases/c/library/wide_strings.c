//@ entry: classify
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// Wide strings are searched, split and read as numbers.
#include <stdlib.h>
#include <wchar.h>
int classify(int kind)
{
    wchar_t text[32];
    wchar_t *end, *place;
    if (swprintf(text, 32, L"%d,0x%x", kind, kind & 15) < 0) //~ C1: T open, F covered
        return -1;
    if (wcsstr(text, L"7,") != NULL) //~ C1: T covered, F covered
        return 7;
    if (wcstol(text, &end, 10) < 0) //~ C1: T covered, F covered
        return -7;
    if (wcstok(text, L",", &place) == NULL) //~ C1: T open, F covered
        return -2;
    return (int)wcstol(wcstok(NULL, L",", &place), NULL, 16);
}
