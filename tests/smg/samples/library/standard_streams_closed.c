// A standard stream that was closed is used by a function that does not name it, at once or in a helper.
// TRUE: use-after-free in line 12
// TRUE: use-after-free in line 19
// TRUE: use-after-free in line 26
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int ask(void)
{
    int number = 0;
    if (scanf("%d", &number) == 1)
        return number;
    return 0;
}

static void say(int number)
{
    printf("%d\n", number);
}

static void warn(int number)
{
    fclose(stderr);
    if (number > 0)
        perror("positive");
}

int main(void)
{
    if (ask() == 7)
        say(7);
    if (__VERIFIER_nondet_int()) {
        fclose(stdin);
        ask();
    } else if (__VERIFIER_nondet_int()) {
        fclose(stdout);
        say(1);
    } else {
        putchar('x');
        warn(__VERIFIER_nondet_int());
    }
    return 0;
}
