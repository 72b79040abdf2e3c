int main(void) {
    return sizeof(long) == 4 ? 32 : 64;
}
