// Comments with continued lines, and line markers.
// line comment \
continued
# 7 "other.h" 1
int k = 3; /* block
 */
# 10 "comments.c" 2
int main(void) { return k /* x */ + 1; } // end
