// `extern` after `static` keeps internal linkage: no other file can name the variable.
void reach_error(void);
void hit(void);
static int number;
extern int number;
int main(void) {
    number = 1;
    hit();
    if (number != 1) {
        reach_error();
    }
    return 0;
}
