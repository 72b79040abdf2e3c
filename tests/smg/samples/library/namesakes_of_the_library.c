extern void log(char *text);
extern int remove(int list, int place);

// Functions of other programs that have the name of one of the library, and take other things.
int main(void) {
    char text[] = "text";
    remove(1, 2);
    log(text);
    return text[0];
}
