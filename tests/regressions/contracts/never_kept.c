/* Nothing fits what the contract ensures: what is proved behind the call is vacuous. */
int next(int i);

int f(int i) {
    int j = next(i);
out:
    return j;
}
