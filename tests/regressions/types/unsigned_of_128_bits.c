int f(void) { unsigned __int128 u = -1;
end: return 0; }
