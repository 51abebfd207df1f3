//@ entry: admits
//@ criteria: branch, mcdc
//@ strategies: dse

/* Every condition decides on its own; no two share an input. */
int admits(int age, int member, int hour, int day, int sum, int card, int staff, int door)
{
    if (((age == 4711 && member > 90) || (hour < -7 && (day == 3 || sum == 123456))) && (card != 9 || (staff == 77 && door))) //~ mcdc 8/8
        return 1;
    return 0;
}
