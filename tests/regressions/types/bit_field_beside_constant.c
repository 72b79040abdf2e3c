// A bit-field of an element, beside a member that is const: the assignment changes these bits and no others.
void reach_error(void);
struct flags { unsigned short size; signed state : 6; const int kind; };
struct flags all[2] = { { 1000, 7 }, { 1000, 7 } };
int main(void) {
    all[1].state = 2;
    all[1].state += 3;
    if (!(all[1].size == 1000)) reach_error();
    if (!(all[1].state == 5)) reach_error();
    return 0;
}
