//@ entry: tok_start, tok_mode, word, tok_next
//@ options: --module
//@ other-faults: allowed
//@ budget: 15000 evals

enum kind { END, WORD, NUMBER, STRING, RAW, BAD };
enum mode { PLAIN, VERBATIM };

static const char *at;
static enum mode mode;
static int tokens;

void tok_start(const char *text)
{
    at = text;
    mode = PLAIN;
    tokens = 0;
}

int tok_mode(int wanted)
{
    if (tokens == 0)                                //~ C1: T covered, F covered
        return -1;
    mode = wanted == 1 ? VERBATIM : PLAIN;          //~ C1: T covered, F covered
    return 0;
}

static int word(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_';      //~ C1: T covered, F covered; C2: T covered, F covered; C3: T covered, F covered
}

enum kind tok_next(void)
{
    if (!at || !*at)                                //~ C1: T covered, F covered; C2: T covered, F covered
        return END;
    tokens++;
    if (mode == VERBATIM) {                         //~ C1: T covered, F covered
        at++;
        return RAW;
    }
    while (*at == ' ')                              //~ C1: T covered, F covered
        at++;
    if (word(*at)) {                                //~ C1: T covered, F covered
        while (word(*at))                           //~ C1: T covered, F covered
            at++;
        return WORD;
    }
    if (*at >= '0' && *at <= '9') {                 //~ C1: T covered, F covered; C2: T covered, F covered
        at++;
        return NUMBER;
    }
    if (*at == '"') {                               //~ C1: T covered, F covered
        at++;
        while (*at && *at != '"')                   //~ C1: T covered, F covered; C2: T covered, F covered
            at++;
        if (!*at)                                   //~ C1: T covered, F covered
            return BAD;
        at++;
        return STRING;
    }
    if (*at)                                        //~ C1: T covered, F covered
        at++;
    return BAD;
}
