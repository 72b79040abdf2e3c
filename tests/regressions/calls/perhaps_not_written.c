/* Unknown: if the function does not write to it, the pointer has no value. */
int format(char **text);
int main(void) {
    char *text;
    if (format(&text) < 0 || text == 0) {
        return 1;
    }
    return text[0];
}
