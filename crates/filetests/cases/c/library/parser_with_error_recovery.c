//@ entry: parse_sum
//@ criteria: branch
//@ budget: 40000 evals
//@ seed: 1
// A parser as real code writes it: errors found deep in a recursion jump out of it, with their kind.
#include <setjmp.h>
#include <ctype.h>
struct parser {
    const char *at;
    jmp_buf on_error;
};
enum { BAD_TOKEN = 1, ENDS_EARLY = 2 };
static int parse_expression(struct parser *parser);
static int parse_atom(struct parser *parser)
{
    int value = 0;
    if (*parser->at == '(') {
        parser->at++;
        value = parse_expression(parser);
        if (*parser->at++ != ')')
            longjmp(parser->on_error, BAD_TOKEN);
        return value;
    }
    if (*parser->at == '\0')
        longjmp(parser->on_error, ENDS_EARLY);
    if (!isdigit((unsigned char)*parser->at))
        longjmp(parser->on_error, BAD_TOKEN);
    return *parser->at++ - '0';
}
static int parse_expression(struct parser *parser)
{
    int sum = parse_atom(parser);
    while (*parser->at == '+') {
        parser->at++;
        sum += parse_atom(parser);
    }
    return sum;
}
int parse_sum(const char *text)
{
    struct parser parser = {text};
    switch (setjmp(parser.on_error)) {
    case 0: //~ C1: T covered, F covered
        return parse_expression(&parser);
    case BAD_TOKEN: //~ C1: T covered, F covered
        return -1;
    default: //~ C1: T covered, F covered
        return -2;
    }
}
