// A string literal is written: it lives, but C does not allow that, and competitions do not say what property it breaks.
// valid-memsafety: UNKNOWN
// unreach-call: UNKNOWN
int main(void) {
    char *text = "abc";
    text[0] = 'x';
    return 0;
}
