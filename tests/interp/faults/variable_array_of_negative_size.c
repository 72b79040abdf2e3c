// fault: undefined-behaviour
int main(int argc, char **argv) {
    int array[argc - 3];
    array[0] = 1;
    return array[0];
}
