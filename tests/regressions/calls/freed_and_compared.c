/* Unknown: a comparison with NULL does not say that the block is still there. */
void *malloc(unsigned long size);
void use(int *number);
int main(void) {
    int *number = malloc(sizeof *number);
    *number = 0;
    use(number);
    if (!number) {
        return 1;
    }
    return *number;
}
