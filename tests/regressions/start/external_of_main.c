/* Another file defines it, and only the specification names it. */
extern int n;
int main(void) { L: return 0; }
