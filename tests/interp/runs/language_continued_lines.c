// Lines are joined before tokens and escapes are read (C 5.1.1.2): `\x41` and `\n` are one character each.
int main(void) {
    int x = 1, who\
le = -\
-x;
    char s[] = "\x4\
1\\
n";
    /* ends here *\
/ whole += sizeof s;  // 0 + 3 \
    whole = 0;
    int room[3] = { [2] 5 };
    return whole * 10 + (room[2] == 5 && s[0] == 'A' && s[1] == '\n' && '\q' == 'q');
}
