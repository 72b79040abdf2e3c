/* The attribute `cleanup`: a function is called where the scope of a variable is left, by whatever way. */

int printf(const char *format, ...);
void *malloc(unsigned long size);
void free(void *block);

static int count;

static void leave(int *variable) { printf("leave %d\n", *variable); *variable = 99; count++; }
static void free_block(void *pointer) { free(*(void **)pointer); }
#define LEAVE __attribute__((cleanup(leave)))

static int returned(void) {
  LEAVE int a = 1, b = 2;
  int c LEAVE = 3;
  return a + b + c; /* computed before the calls */
}

static void in_loops(void) {
  for (LEAVE int i = 0; i < 3; i++) {
    int inner LEAVE = 10 + i;
    if (i == 0)
      continue;
    if (i == 1)
      break;
  }
}

static void jumps(void) {
  int tries = 0;
again:;
  LEAVE int outer = 20 + tries;
  {
    LEAVE int inner = 30 + tries;
    if (tries++ == 0)
      goto again;
    if (tries == 2)
      goto out;
  }
out:
  printf("out\n");
}

static int chosen(int n) {
  switch (n) {
  case 0: {
    LEAVE int a = 40;
    return a;
  }
  default:;
  }
  LEAVE int b = 41;
  return ({ LEAVE int c = 42; c; });
}

static char *kept(void) {
  __attribute__((cleanup(free_block))) char *block = malloc(3), *other = malloc(5);
  char *result = block;
  block = 0;
  return result;
}

static void parameter(LEAVE int ignored) { static LEAVE int never = 1; }

int main(void) {
  LEAVE int last = 50;
  printf("%d\n", returned());
  in_loops();
  jumps();
  printf("%d\n", chosen(0));
  printf("%d\n", chosen(1));
  free(kept());
  parameter(60);
  printf("count %d\n", count);
}
