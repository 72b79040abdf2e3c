// fault: use-after-scope
int main(int argc, char **argv) {
    int *kept = 0;
    for (int i = 1; i < 3; i++) {
        int array[argc + i];
        array[0] = i;
        kept = array;
    }
    return *kept;
}
