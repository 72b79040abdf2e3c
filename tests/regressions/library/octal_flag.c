int sprintf(char *text, const char *format, ...);
int a[3];
int main(void) {
    char text[20];
    if (sprintf(text, "%#o", 8) == 2) a[4] = 1;
    return 0;
}
