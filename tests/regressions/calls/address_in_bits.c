// A bit-field holds the whole address of a static variable.
void reach_error(void);
void keep(void *address);
void hit(void);
static int number;
static struct {
    unsigned long address : 48, tag : 16;
} tagged;
int main(void) {
    tagged.address = (unsigned long)&number;
    keep((void *)(unsigned long)tagged.address);
    number = 1;
    hit();
    if (number != 1) {
        reach_error();
    }
    return 0;
}
