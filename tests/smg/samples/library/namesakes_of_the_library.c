// Functions of other programs that have the name of one of the library, and take other things.
// SAFE
extern void log(char *text);
extern int remove(int list, int place);

int main(void) {
    char text[] = "text";
    remove(1, 2);
    log(text);
    return text[0];
}
