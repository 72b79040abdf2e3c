// A function in a variable that other files can name is given to them.
void reach_error(void);
extern void run(void);
static int count;
static void add(void) { count++; }
void (*hook)(void) = add;
int main(void) {
    run();
    if (!(count == 0)) {
        reach_error();
    }
    return 0;
}
