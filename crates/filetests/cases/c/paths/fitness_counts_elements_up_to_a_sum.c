//@ entry: loop
//@ strategies: dse
//@ options: --search pps-fitness --iterations 40

/* Section V.D of Su et al.: only when four elements are 3 is the last branch taken. Predictive search alone has no
   preference among the elements; the fitness of the comparison with 6 has. */
int loop(int v[6], int x)
{
    int i;
    if (x == 2) { //~ C1: T covered, F covered
        for (i = 0; i < 6; i++) //~ C1: T covered, F covered
            if (v[i] == 3) //~ C1: T covered, F covered
                x++;
        if (x == 6) //~ C1: T covered, F covered
            return 1;
    }
    return 0;
}
