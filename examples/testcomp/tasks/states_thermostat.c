/* A thermostat that switches with hysteresis and counts how often. */
extern void abort(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int heating = 0, switches = 0, alarm = 0;
    for (int minute = 0; minute < 10; minute++) {
        int celsius = __VERIFIER_nondet_int();
        __VERIFIER_assume(celsius > -50 && celsius < 90);
        if (!heating && celsius < 18) {
            heating = 1;
            switches++;
        } else if (heating && celsius > 22) {
            heating = 0;
            switches++;
        }
        if (celsius > 70)
            alarm++;
        if (heating && celsius > 22)
            reach_error();
    }
    if (switches == 8 && alarm == 3)
        return 1;
    return 0;
}
