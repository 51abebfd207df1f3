//@ entry: grade
//@ criteria: branch
//@ budget: 20000 evals
//@ seed: 1
// A ladder of mutually exclusive tests.
char grade(int points)
{
    if (points < 0 || points > 100) //~ C1: T covered, F covered; C2: T covered, F covered
        return '?';
    else if (points >= 90) //~ C1: T covered, F covered
        return 'A';
    else if (points >= 75) //~ C1: T covered, F covered
        return 'B';
    else if (points >= 50) //~ C1: T covered, F covered
        return 'C';
    return 'F'; //~ statement: covered
}
