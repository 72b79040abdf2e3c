// The process, its terminal and files by name: they read the name, and change no memory of the program.
// TRUE: out-of-bounds in line 16
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int *numbers = malloc(2 * sizeof *numbers);
    if (!numbers) return 1;
    numbers[0] = getpid();
    numbers[1] = isatty(1);
    if (numbers[0] < 0 || numbers[1] < 0 || numbers[1] > 1) *(int *)0 = 1;
    if (access("a", R_OK) && mkdir("a", 0700)) sleep(getuid() % 2);
    char name[2] = { 'a', 'b' };
    free(numbers);
    return chdir(name);
}
