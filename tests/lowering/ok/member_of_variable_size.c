// What follows the declaration of a member of variable size is open, as the layout is not known.
int first(int n) {
  struct row { int length; char cells[n]; } row;
  row.length = n;
  return row.length;
}
