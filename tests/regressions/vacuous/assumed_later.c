// What is assumed at a later location excludes no run that breaks an assertion before it, though nothing is between them.
void subject(int j) {
    ;
    ;
L1: ;
L2: ;
}
