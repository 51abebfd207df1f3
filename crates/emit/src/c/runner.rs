//! The `main` of a test file, in the way of each framework.
//!
//! Our own framework runs each test in a process of its own. The others share one between tests; the variables that
//! the tests' file can name are put back before each. When other files are linked, their state cannot be named: then
//! a run of all tests is one process per test as well.

use crate::c::EmittedTest;
use crate::c::framework::Framework;

/// Runs one test in a process of its own.
const ALONE: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Other files of the program have state that no test can put back: each test gets a process of its own. */
static int trine_alone(int (*run)(const char *), const char *name)
{
    int ending = 0;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0)
        exit(run(name) != 0);
    if (child < 0 || waitpid(child, &ending, 0) < 0)
        return 1;
    return !WIFEXITED(ending) || WEXITSTATUS(ending) != 0;
}

";

/// The table of tests and `main`, whose head is `start`. `alone`: whether each test needs a process of its own.
pub(crate) fn runner(
    tests: &[EmittedTest],
    table: &str,
    framework: Framework,
    alone: bool,
    start: &str,
) -> String {
    let entries = |entry: &dyn Fn(&EmittedTest) -> String| tests.iter().map(entry).collect::<String>();
    let named = || entries(&|test| format!("    {{ \"{}\", {} }},\n", test.name, test.function));
    match framework {
        Framework::Plain => format!(
            "static const struct trine_test {table}[] = {{\n{}}};\n\n\
             {start}\n{{\n    return TRINE_RUN({table}, argc, argv);\n}}\n",
            named()
        ),
        Framework::Cmocka => {
            let tests =
                entries(&|test| format!("    cmocka_unit_test_setup({}, trine_set_up),\n", test.function));
            let run = format!(
                "static int trine_set_up(void **cmocka_state)\n{{\n    (void)cmocka_state;\n    trine_reset_globals();\n    \
                 return 0;\n}}\n\nstatic const struct CMUnitTest {table}[] = {{\n{tests}}};\n\n\
                 static int trine_run(const char *name)\n{{\n    if (name)\n        cmocka_set_test_filter(name);\n    \
                 return cmocka_run_group_tests({table}, NULL, NULL);\n}}\n\n"
            );
            run + &main_function(table, alone, start)
        }
        Framework::Unity => {
            let run = format!(
                "void setUp(void)\n{{\n    trine_reset_globals();\n}}\n\nvoid tearDown(void)\n{{\n}}\n\n\
                 static const struct {{\n    const char *name;\n    UnityTestFunction run;\n}} {table}[] = {{\n\
                 {}}};\n\nstatic int trine_run(const char *name)\n{{\n    size_t i;\n\n    UNITY_BEGIN();\n    \
                 for (i = 0; i < sizeof {table} / sizeof {table}[0]; i++)\n        \
                 if (!name || __builtin_strcmp(name, {table}[i].name) == 0)\n            \
                 UnityDefaultTestRun({table}[i].run, {table}[i].name, __LINE__);\n    return UNITY_END();\n}}\n\n",
                named()
            );
            run + &main_function(table, alone, start)
        }
    }
}

fn main_function(table: &str, alone: bool, start: &str) -> String {
    if !alone {
        return format!(
            "{start}\n{{\n    trine_save_globals();\n    \
             return trine_run(argc > 1 ? argv[1] : NULL);\n}}\n"
        );
    }
    format!(
        "{ALONE}{start}\n{{\n    int failures = 0;\n    size_t i;\n\n    \
         trine_save_globals();\n    if (argc > 1)\n        return trine_run(argv[1]);\n    \
         for (i = 0; i < sizeof {table} / sizeof {table}[0]; i++)\n        \
         failures += trine_alone(trine_run, {table}[i].name);\n    return failures != 0;\n}}\n"
    )
}
