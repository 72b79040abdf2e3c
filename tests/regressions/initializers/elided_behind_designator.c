// Behind a designator, values without braces go on inside of what it names (C11 6.7.9, paragraphs 17 to 20).
struct a { int u, s; }; struct b { struct a x; int y; };
int main(void) {
    struct b g = { .x = 2, 3 };
done: return g.y;
}
