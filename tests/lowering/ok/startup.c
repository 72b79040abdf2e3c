/* What runs before and after main: calls at its start, by priority. */
int state;
static void last(void) __attribute__((constructor));
__attribute__((destructor(200))) void leave(void) { state = 0; }
__attribute__((constructor(101))) void first(void) { state = 1; }
static void last(void) { state += 2; }
int main(void) {
    return state;
}
