/*
 * The environment of a test: what standard input and files hold, and which allocation fails.
 *
 * It stands before the unit under test, so it includes nothing and uses no names but its own.
 */
#ifndef TRINE_ENVIRONMENT_H
#define TRINE_ENVIRONMENT_H

/* Standard input holds these bytes from now on. */
void trine_give_input(const void *bytes, __SIZE_TYPE__ size);

/* What the code finds at the next path that it has not named before: a file with these bytes,
   nothing, nothing that it may open (EACCES), or a file that takes no bytes (ENOSPC). Beyond the
   last answer it finds nothing. The bytes must outlive the test. What the code writes goes to
   files of a temporary folder; no path of the code reaches a file of yours. */
void trine_give_file(const void *bytes, __SIZE_TYPE__ size);
void trine_give_missing_file(void);
void trine_give_denied_file(void);
void trine_give_full_file(void);

/* A FILE *, open for reading and writing, at the start of these bytes. */
void *trine_stream(const void *bytes, __SIZE_TYPE__ size);

/* The n-th allocation of the unit from now on gives NULL (ENOMEM). */
void trine_fail_allocation(unsigned number);

/* Standard input is empty, no file is given and none is left, no allocation fails. */
void trine_reset_environment(void);

#endif
