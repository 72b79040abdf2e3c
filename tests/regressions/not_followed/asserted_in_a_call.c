/* A label of a called function: what is asserted there is asked about by every engine. */
static int low(int k) {
    int h = k & 7;
here:
    return h;
}

int main(void) { return low(3); }
