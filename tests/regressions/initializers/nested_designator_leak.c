// The same: the block is l.arr[2], and it is lost.
void *malloc(unsigned long);
void free(void *);
struct s { int b; int *arr[3]; };
int main(void) {
    int x = 0;
    struct s l = { .arr[1] = &x, malloc(4), .b = 3 };
    return 0;
}
