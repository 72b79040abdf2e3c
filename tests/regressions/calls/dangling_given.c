/* Unknown: the function may read the block that is gone, or only print its address. */
void *malloc(unsigned long size);
void free(void *block);
void show(const int *number);
int main(void) {
    int *number = malloc(sizeof *number);
    free(number);
    show(number);
    return 0;
}
