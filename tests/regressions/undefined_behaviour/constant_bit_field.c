/* A bit-field shares its byte with one that is constant; a copy of the whole writes both. */
struct S { const unsigned a : 3; unsigned b : 5; };
int main(void) { struct S s = { 1, 2 }, t = { 3, 4 }; s.b = 3; __builtin_memcpy(&s, &t, sizeof s); return 0; }
