/* Functions that run before and after main, by their priorities. */
#include <stdio.h>
#include <stdlib.h>
static void late(void) __attribute__((constructor));
__attribute__((constructor)) static void first_plain(void) { puts("first_plain"); }
__attribute__((constructor)) static void second_plain(void) { puts("second_plain"); }
__attribute__((constructor(200))) static void later(void) { puts("later"); }
__attribute__((constructor(101))) static void earliest(void) { puts("earliest"); }
static void late(void) { puts("late"); }
static void handler(void) { puts("handler"); }
static void early(void) { puts("early handler"); }
__attribute__((constructor(150), destructor(150))) static void both(void) {
    puts("both");
    static int calls;
    if (!calls++) atexit(early);
}
__attribute__((destructor)) static void first_end(void) { puts("first_end"); }
__attribute__((destructor)) static void second_end(void) { puts("second_end"); }
__attribute__((destructor(101))) static void last_of_all(void) { puts("last_of_all"); }
__attribute__((destructor(200))) static void near_the_end(void) { puts("near_the_end"); }
int main(void) {
    atexit(handler);
    puts("main");
    return 0;
}
