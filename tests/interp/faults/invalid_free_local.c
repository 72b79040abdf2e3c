// fault: invalid-free
void free(void *pointer);

int main(void) {
    int i = 0;
    free(&i);
    return i;
}
