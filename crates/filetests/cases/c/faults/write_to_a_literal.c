//@ entry: scribble
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// String literals are constant memory.
int scribble(int a)
{
    char own[] = "hello";
    char *text = "hello";
    if (a != 4) //~ C1: T covered, F covered
        text = own;
    text[0] = 'j'; //~ fault: write-to-constant
    return text[0];
}
