/* A maze to walk through by a string of letters; winning is an assertion that fails. */
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

#define HEIGHT 5
#define WIDTH 9
#define STEPS 16

static char maze[HEIGHT][WIDTH + 1] = {
    "+-+-----+",
    "| |     |",
    "| | --+ |",
    "|     |#|",
    "+-----+-+",
};

int main(void)
{
    int x = 1, y = 1;
    char program[STEPS];
    klee_make_symbolic(program, STEPS, "program");
    for (int i = 0; i < STEPS; i++) {
        int old_x = x, old_y = y;
        switch (program[i]) {
        case 'w':
            y--;
            break;
        case 's':
            y++;
            break;
        case 'a':
            x--;
            break;
        case 'd':
            x++;
            break;
        default:
            printf("wrong command\n");
            exit(1);
        }
        if (maze[y][x] == '#') {
            printf("you win\n");
            klee_assert(0);
        }
        if (maze[y][x] != ' ') {
            x = old_x;
            y = old_y;
        }
    }
    return 0;
}
