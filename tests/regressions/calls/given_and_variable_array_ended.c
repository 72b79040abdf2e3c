/* Unknown: the pointer may lead into the array of variable length, which is gone. */
int *first(int *numbers);
int main(int argc, char **argv) {
    int *found;
    if (argc < 1) {
        return 0;
    }
    {
        int numbers[argc];
        found = first(numbers);
    }
    return found ? *found : 0;
}
