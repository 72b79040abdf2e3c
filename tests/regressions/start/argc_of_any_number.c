// False: argc is any number from 0 on.
int main(int argc, char **argv) {
L:  return 0;
}
