/* Control does not come back from a function that is declared not to return. */
void *malloc(unsigned long size);
void free(void *block);
__attribute__((noreturn)) void die(const char *why);
int main(int count, char **arguments) {
    int *number = 0;
    if (count < 2) {
        die("no argument");
    } else {
        number = malloc(sizeof *number);
    }
    *number = 1;
    free(number);
    return 0;
}
