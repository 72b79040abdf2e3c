// What a switch looks at is evaluated in its own line, not at the first label.
// TRUE: uninitialized in line 8
int chosen(void);

int main(void) {
    int never;
    int result = 0;
    switch (never) {
    case 1:
        result = 1;
        break;
    default:
        result = 2;
    }
    return result;
}
