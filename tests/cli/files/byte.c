extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    int *place = byte == 7 ? 0 : (int *)&place;
    if (byte < 8) *place = 1;
    return 0;
}
