// fault: invalid-free
void free(void *pointer);
int main(int argc, char **argv) {
    int array[argc];
    array[0] = 1;
    free(array);
    return 0;
}
