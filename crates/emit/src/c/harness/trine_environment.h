/*
 * The environment of a test: what standard input and files hold, which allocation fails, and what
 * clocks show.
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

/* Whether the file at the n-th path that the code named, or the n-th stream of the test, holds exactly these bytes
   now; n counts from 0. */
int trine_file_holds(unsigned number, const void *bytes, __SIZE_TYPE__ size);
int trine_stream_holds(unsigned number, const void *bytes, __SIZE_TYPE__ size);

/* Keeps what is written to standard output (1) or error output (2) from now on; whether it is exactly these bytes.
   Asking ends it. */
void trine_keep_output(int descriptor);
int trine_output_holds(int descriptor, const void *bytes, __SIZE_TYPE__ size);

/* The n-th allocation of the unit from now on gives NULL (ENOMEM). */
void trine_fail_allocation(unsigned number);

/* Clocks start at this time, in microseconds since 1970, and advance by a step before each look. Until this is
   called: 2020-01-01 and a millisecond. */
void trine_set_clock(unsigned long long start, unsigned long long step);

/* Standard input is empty, no file is given and none is left, no allocation fails, clocks start anew. */
void trine_reset_environment(void);

#endif
