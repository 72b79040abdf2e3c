// The pointer is a constant that other files can name; what it leads to is none.
void reach_error(void);
void hit(void);
static int number;
int *const exported = &number;
int main(void) {
    number = 1;
    hit();
    if (number != 1) {
        reach_error();
    }
    return 0;
}
