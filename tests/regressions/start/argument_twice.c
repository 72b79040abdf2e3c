/* Two elements may be one string, but a string that is read twice is the same. */
int main(int argc, char **argv) {
    int room[1] = {0};
    if (argc < 2) {
        return 0;
    }
    if (argv[1] != argv[1]) {
        return room[1];
    }
    return argv[1][0] == 'a' ? room[0] : 0;
}
