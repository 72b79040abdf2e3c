//! The table itself: one row a function.

use super::Effect::{
    Allocates, Asserts, Assumes, CallsBack, ChangesEnvironment, ClosesStream, Copies, Ends, EndsLife, Fails, Fills,
    Frees, Input, Output, Reads, ReadsRest, SetsErrno, UsesStream, Writes, WritesElsewhere, WritesRest,
};
use super::Extent::{Bytes, Object, Open, Product, Text, TextWithin};
use super::Returns::{Anything, Argument, ArgumentOrNull, Block, Foreign, Inside, Nothing, Own};
use super::{Effect, Entry};
use crate::program::FailureKind;

/// Makes the enumeration and its entries from rows `Variant "name" "prototype" [effects] returns`.
macro_rules! functions {
    ($($variant:ident $name:literal $prototype:literal [$($effect:expr),*] $returns:expr;)*) => {
        /// A function that is known without a body. Functions that do the same are one (`strchr` and `index`), and
        /// arguments that mean nothing here are left out (`kmalloc(size, flags)` is `malloc(size)`).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum LibraryFunction {
            $(#[doc = concat!("`", $name, "`: `", $prototype, "`")] $variant,)*
        }

        impl LibraryFunction {
            /// All functions, in the order of the table.
            pub const ALL: &[LibraryFunction] = &[$(LibraryFunction::$variant),*];

            /// The row of the table.
            pub fn entry(self) -> &'static Entry {
                match self {
                    $(LibraryFunction::$variant => {
                        const EFFECTS: &[Effect] = &[$($effect),*];
                        const ENTRY: &Entry =
                            &Entry { name: $name, prototype: $prototype, effects: EFFECTS, returns: $returns };
                        ENTRY
                    })*
                }
            }
        }
    };
}

/// All bytes of `extent` from argument 1 go to argument 0; the two must not overlap.
const fn copies(extent: super::Extent) -> Effect {
    Copies { target: 0, source: 1, extent, overlap: false }
}

const fn allocates(extent: super::Extent) -> Effect {
    Allocates { extent, zeroed: false }
}

const fn allocates_zeroed(extent: super::Extent) -> Effect {
    Allocates { extent, zeroed: true }
}

functions! {
    // Blocks. The block that a function returns is the one that it allocates.
    Malloc "malloc" "void *(size_t)" [allocates(Bytes(0))] Block;
    Zalloc "kzalloc" "void *(size_t)" [allocates_zeroed(Bytes(0))] Block;
    MallocArray "kmalloc_array" "void *(size_t, size_t)" [allocates(Product(0, 1))] Block;
    Calloc "calloc" "void *(size_t, size_t)" [allocates_zeroed(Product(0, 1))] Block;
    // The contents move along as far as both blocks reach; where it fails the old block stays.
    Realloc "realloc" "void *(void *, size_t)" [allocates(Bytes(1)), Reads(0, Open), Frees(0)] Block;
    Reallocarray "reallocarray" "void *(void *, size_t, size_t)"
        [allocates(Product(1, 2)), Reads(0, Open), Frees(0)] Block;
    AlignedAlloc "aligned_alloc" "void *(size_t, size_t)" [allocates(Bytes(1))] Block;
    // The address goes to where argument 0 points; the result is an error number.
    PosixMemalign "posix_memalign" "int(void **, size_t, size_t)" [allocates(Bytes(2)), Writes(0, Object)] Anything;
    // Gone when the function returns that calls it.
    Alloca "alloca" "void *(size_t)" [allocates(Bytes(0))] Block;
    // Lowering lets the lifetime of an array of variable size end so; NULL is allowed.
    EndOfBlock "__builtin_stack_restore" "void(void *)" [EndsLife(0)] Nothing;
    Free "free" "void(void *)" [Frees(0)] Nothing;
    Strdup "strdup" "char *(const char *)" [Reads(0, Text), allocates(Open)] Block;
    Strndup "strndup" "char *(const char *, size_t)" [Reads(0, TextWithin(1)), allocates(Open)] Block;
    // The size that was asked for, or more.
    UsableSize "malloc_usable_size" "size_t(void *)" [] Anything;
    Memdup "kmemdup" "void *(const void *, size_t)" [Reads(0, Bytes(1)), allocates(Bytes(1))] Block;

    // Memory.
    Memset "memset" "void *(void *, int, size_t)" [Fills { target: 0, byte: Some(1), extent: Bytes(2) }] Argument(0);
    Bzero "bzero" "void(void *, size_t)" [Fills { target: 0, byte: None, extent: Bytes(1) }] Nothing;
    Memcpy "memcpy" "void *(void *, const void *, size_t)" [copies(Bytes(2))] Argument(0);
    Mempcpy "mempcpy" "void *(void *, const void *, size_t)" [copies(Bytes(2))] Inside(0);
    Memmove "memmove" "void *(void *, const void *, size_t)"
        [Copies { target: 0, source: 1, extent: Bytes(2), overlap: true }] Argument(0);
    Memcmp "memcmp" "int(const void *, const void *, size_t)" [Reads(0, Bytes(2)), Reads(1, Bytes(2))] Anything;
    Memchr "memchr" "void *(const void *, int, size_t)" [Reads(0, Bytes(2))] Inside(0);
    Memrchr "memrchr" "void *(const void *, int, size_t)" [Reads(0, Bytes(2))] Inside(0);
    Rawmemchr "rawmemchr" "void *(const void *, int)" [Reads(0, Open)] Inside(0);
    Memmem "memmem" "void *(const void *, size_t, const void *, size_t)"
        [Reads(0, Bytes(1)), Reads(2, Bytes(3))] Inside(0);
    // Up to the byte in question, and no further.
    Memccpy "memccpy" "void *(void *, const void *, int, size_t)" [Reads(1, Open), Writes(0, Open)] Inside(0);
    Bcopy "bcopy" "void(const void *, void *, size_t)"
        [Copies { target: 1, source: 0, extent: Bytes(2), overlap: true }] Nothing;

    // Strings.
    Strlen "strlen" "size_t(const char *)" [Reads(0, Text)] Anything;
    Strnlen "strnlen" "size_t(const char *, size_t)" [Reads(0, TextWithin(1))] Anything;
    Strcpy "strcpy" "char *(char *, const char *)" [copies(Text)] Argument(0);
    Stpcpy "stpcpy" "char *(char *, const char *)" [copies(Text)] Inside(0);
    // Fills up with zero bytes.
    Strncpy "strncpy" "char *(char *, const char *, size_t)"
        [Reads(1, TextWithin(2)), Writes(0, Bytes(2))] Argument(0);
    Stpncpy "stpncpy" "char *(char *, const char *, size_t)"
        [Reads(1, TextWithin(2)), Writes(0, Bytes(2))] Inside(0);
    Strlcpy "strlcpy" "size_t(char *, const char *, size_t)" [Reads(1, Text), Writes(0, Bytes(2))] Anything;
    Strlcat "strlcat" "size_t(char *, const char *, size_t)"
        [Reads(0, TextWithin(2)), Reads(1, Text), Writes(0, Bytes(2))] Anything;
    Strcat "strcat" "char *(char *, const char *)" [Reads(0, Text), Reads(1, Text), Writes(0, Open)] Argument(0);
    Strncat "strncat" "char *(char *, const char *, size_t)"
        [Reads(0, Text), Reads(1, TextWithin(2)), Writes(0, Open)] Argument(0);
    Strcmp "strcmp" "int(const char *, const char *)" [Reads(0, Text), Reads(1, Text)] Anything;
    Strncmp "strncmp" "int(const char *, const char *, size_t)"
        [Reads(0, TextWithin(2)), Reads(1, TextWithin(2))] Anything;
    Strcasecmp "strcasecmp" "int(const char *, const char *)" [Reads(0, Text), Reads(1, Text)] Anything;
    Strncasecmp "strncasecmp" "int(const char *, const char *, size_t)"
        [Reads(0, TextWithin(2)), Reads(1, TextWithin(2))] Anything;
    Strchr "strchr" "char *(const char *, int)" [Reads(0, Text)] Inside(0);
    Strrchr "strrchr" "char *(const char *, int)" [Reads(0, Text)] Inside(0);
    Strstr "strstr" "char *(const char *, const char *)" [Reads(0, Text), Reads(1, Text)] Inside(0);
    Strchrnul "strchrnul" "char *(const char *, int)" [Reads(0, Text)] Inside(0);
    Strcasestr "strcasestr" "char *(const char *, const char *)" [Reads(0, Text), Reads(1, Text)] Inside(0);
    // The string that is cut may be one of an earlier call, and so may what is returned.
    Strtok "strtok" "char *(char *, const char *)" [Reads(1, Text), WritesElsewhere] Anything;
    StrtokR "strtok_r" "char *(char *, const char *, char **)" [Reads(1, Text), WritesElsewhere] Anything;
    Strsep "strsep" "char *(char **, const char *)" [Reads(1, Text), WritesElsewhere] Anything;
    Strverscmp "strverscmp" "int(const char *, const char *)" [Reads(0, Text), Reads(1, Text)] Anything;
    // What does not fit leaves any text in the target.
    Strxfrm "strxfrm" "size_t(char *, const char *, size_t)" [Reads(1, Text), Writes(0, Bytes(2))] Anything;
    Strpbrk "strpbrk" "char *(const char *, const char *)" [Reads(0, Text), Reads(1, Text)] Inside(0);
    Strspn "strspn" "size_t(const char *, const char *)" [Reads(0, Text), Reads(1, Text)] Anything;
    Strcspn "strcspn" "size_t(const char *, const char *)" [Reads(0, Text), Reads(1, Text)] Anything;
    Strerror "strerror" "char *(int)" [SetsErrno] Own;
    Strsignal "strsignal" "char *(int)" [SetsErrno] Own;

    // Wide characters, which are of type `int`. The table has no words for how far they reach.
    Wcslen "wcslen" "size_t(const int *)" [WritesElsewhere] Anything;
    Wcsnlen "wcsnlen" "size_t(const int *, size_t)" [WritesElsewhere] Anything;
    Wcscpy "wcscpy" "int *(int *, const int *)" [WritesElsewhere] Argument(0);
    Wcsncpy "wcsncpy" "int *(int *, const int *, size_t)" [WritesElsewhere] Argument(0);
    Wcscat "wcscat" "int *(int *, const int *)" [WritesElsewhere] Argument(0);
    Wcsncat "wcsncat" "int *(int *, const int *, size_t)" [WritesElsewhere] Argument(0);
    Wcscmp "wcscmp" "int(const int *, const int *)" [WritesElsewhere] Anything;
    Wcsncmp "wcsncmp" "int(const int *, const int *, size_t)" [WritesElsewhere] Anything;
    Wcschr "wcschr" "int *(const int *, int)" [WritesElsewhere] Inside(0);
    Wcsrchr "wcsrchr" "int *(const int *, int)" [WritesElsewhere] Inside(0);
    Wcsdup "wcsdup" "int *(const int *)" [WritesElsewhere] Anything;
    Wmemset "wmemset" "int *(int *, int, size_t)" [WritesElsewhere] Argument(0);
    Wmemcpy "wmemcpy" "int *(int *, const int *, size_t)" [WritesElsewhere] Argument(0);
    Wmemmove "wmemmove" "int *(int *, const int *, size_t)" [WritesElsewhere] Argument(0);
    Wmemcmp "wmemcmp" "int(const int *, const int *, size_t)" [WritesElsewhere] Anything;
    Wmemchr "wmemchr" "int *(const int *, int, size_t)" [WritesElsewhere] Inside(0);
    Mblen "mblen" "int(const char *, size_t)" [WritesElsewhere] Anything;
    Mbtowc "mbtowc" "int(int *, const char *, size_t)" [WritesElsewhere] Anything;
    Wctomb "wctomb" "int(char *, int)" [WritesElsewhere] Anything;
    Mbstowcs "mbstowcs" "size_t(int *, const char *, size_t)" [WritesElsewhere] Anything;
    Wcstombs "wcstombs" "size_t(char *, const int *, size_t)" [WritesElsewhere] Anything;
    Btowc "btowc" "unsigned int(int)" [] Anything;
    Wctob "wctob" "int(unsigned int)" [] Anything;

    // Output.
    Printf "printf" "int(const char *, ...)" [Reads(0, Text), ReadsRest(1), Output] Anything;
    Fprintf "fprintf" "int(void *, const char *, ...)" [UsesStream(0), Reads(1, Text), ReadsRest(2), Output] Anything;
    Sprintf "sprintf" "int(char *, const char *, ...)" [Reads(1, Text), ReadsRest(2), Writes(0, Open)] Anything;
    Snprintf "snprintf" "int(char *, size_t, const char *, ...)"
        [Reads(2, Text), ReadsRest(3), Writes(0, Bytes(1))] Anything;
    Vprintf "vprintf" "int(const char *, void *)" [Reads(0, Text), ReadsRest(1), Output] Anything;
    Vfprintf "vfprintf" "int(void *, const char *, void *)" [UsesStream(0), Reads(1, Text), ReadsRest(2), Output] Anything;
    Vsprintf "vsprintf" "int(char *, const char *, void *)" [Reads(1, Text), ReadsRest(2), Writes(0, Open)] Anything;
    Vsnprintf "vsnprintf" "int(char *, size_t, const char *, void *)"
        [Reads(2, Text), ReadsRest(3), Writes(0, Bytes(1))] Anything;
    // Argument 0 is a number of a file.
    Dprintf "dprintf" "int(int, const char *, ...)" [Reads(1, Text), ReadsRest(2), Output] Anything;
    Vdprintf "vdprintf" "int(int, const char *, void *)" [Reads(1, Text), ReadsRest(2), Output] Anything;
    // The text is in a new block, whose address goes to where argument 0 points.
    Asprintf "asprintf" "int(char **, const char *, ...)"
        [Reads(1, Text), ReadsRest(2), allocates(Open), Writes(0, Object)] Anything;
    Vasprintf "vasprintf" "int(char **, const char *, void *)"
        [Reads(1, Text), ReadsRest(2), allocates(Open), Writes(0, Object)] Anything;
    Puts "puts" "int(const char *)" [Reads(0, Text), Output] Anything;
    Putchar "putchar" "int(int)" [Output] Anything;
    Fputs "fputs" "int(const char *, void *)" [UsesStream(1), Reads(0, Text), Output] Anything;
    Fputc "fputc" "int(int, void *)" [UsesStream(1), Output] Anything;
    Fwrite "fwrite" "size_t(const void *, size_t, size_t, void *)" [UsesStream(3), Reads(0, Product(1, 2)), Output] Anything;
    Perror "perror" "void(const char *)" [Reads(0, Text), Output] Nothing;
    // Of all streams where the argument is NULL.
    Fflush "fflush" "int(void *)" [UsesStream(0), Output] Anything;
    Write "write" "long(int, const void *, size_t)" [Reads(1, Bytes(2)), Output] Anything;
    // What it changes of a stream is not followed.
    Setlinebuf "setlinebuf" "int(void *)" [UsesStream(0), Output] Anything;
    // Any function for output may write to the buffer from then on; lowering makes `setlinebuf` of calls without one.
    Setvbuf "setvbuf" "int(void *, char *, int, size_t)" [WritesElsewhere] Anything;
    Setbuf "setbuf" "void(void *, char *)" [WritesElsewhere] Nothing;

    // Input and files.
    Getchar "getchar" "int(void)" [Input] Anything;
    Fgetc "fgetc" "int(void *)" [UsesStream(0), Input] Anything;
    Ungetc "ungetc" "int(int, void *)" [UsesStream(1), Input] Anything;
    Fgets "fgets" "char *(char *, int, void *)" [UsesStream(2), Input, Writes(0, Bytes(1))] Inside(0);
    Fread "fread" "size_t(void *, size_t, size_t, void *)" [UsesStream(3), Input, Writes(0, Product(1, 2))] Anything;
    // The line is in a block that was there or is new, as `realloc` makes them.
    Getline "getline" "long(char **, size_t *, void *)" [UsesStream(2), Input, WritesElsewhere] Anything;
    Getdelim "getdelim" "long(char **, size_t *, int, void *)" [UsesStream(3), Input, WritesElsewhere] Anything;
    Read "read" "long(int, void *, size_t)" [Input, Writes(1, Bytes(2))] Anything;
    Scanf "scanf" "int(const char *, ...)" [Reads(0, Text), Input, WritesRest(1)] Anything;
    Fscanf "fscanf" "int(void *, const char *, ...)" [UsesStream(0), Reads(1, Text), Input, WritesRest(2)] Anything;
    Sscanf "sscanf" "int(const char *, const char *, ...)"
        [Reads(0, Text), Reads(1, Text), Input, WritesRest(2)] Anything;
    Fopen "fopen" "void *(const char *, const char *)" [Reads(0, Text), Reads(1, Text), Input] Foreign;
    Open "open" "int(const char *, int, ...)" [Reads(0, Text), Input] Anything;
    Openat "openat" "int(int, const char *, int, ...)" [Reads(1, Text), Input] Anything;
    Creat "creat" "int(const char *, unsigned int)" [Reads(0, Text), Input] Anything;
    Close "close" "int(int)" [Output] Anything;
    Vscanf "vscanf" "int(const char *, void *)" [Reads(0, Text), Input, WritesElsewhere] Anything;
    Vfscanf "vfscanf" "int(void *, const char *, void *)" [UsesStream(0), Reads(1, Text), Input, WritesElsewhere] Anything;
    Vsscanf "vsscanf" "int(const char *, const char *, void *)"
        [Reads(0, Text), Reads(1, Text), Input, WritesElsewhere] Anything;
    // The stream; where it fails that is closed, and the result is NULL.
    Freopen "freopen" "void *(const char *, const char *, void *)"
        [UsesStream(2), Reads(0, Text), Reads(1, Text), Input] ArgumentOrNull(2);
    Fdopen "fdopen" "void *(int, const char *)" [Reads(1, Text), Input] Foreign;
    Tmpfile "tmpfile" "void *(void)" [Input] Foreign;
    Fclose "fclose" "int(void *)" [ClosesStream(0), Output] Anything;
    Fileno "fileno" "int(void *)" [UsesStream(0), Input] Anything;
    Fseek "fseek" "int(void *, long, int)" [UsesStream(0), Output] Anything;
    Ftell "ftell" "long(void *)" [UsesStream(0), Input] Anything;
    Rewind "rewind" "void(void *)" [UsesStream(0), Output] Nothing;
    Clearerr "clearerr" "void(void *)" [UsesStream(0), Output] Nothing;
    Remove "remove" "int(const char *)" [Reads(0, Text), Input, Output] Anything;
    Rename "rename" "int(const char *, const char *)" [Reads(0, Text), Reads(1, Text), Input, Output] Anything;
    Feof "feof" "int(void *)" [UsesStream(0), Input] Anything;
    Ferror "ferror" "int(void *)" [UsesStream(0), Input] Anything;
    Setenv "setenv" "int(const char *, const char *, int)"
        [Reads(0, Text), Reads(1, Text), ChangesEnvironment] Anything;
    Unsetenv "unsetenv" "int(const char *)" [Reads(0, Text), ChangesEnvironment] Anything;
    // The string becomes part of the environment.
    Putenv "putenv" "int(char *)" [Reads(0, Text), WritesElsewhere] Anything;
    Getenv "getenv" "char *(const char *)" [Reads(0, Text), Input] Foreign;
    Time "time" "long(long *)" [Input, Writes(0, Object)] Anything;
    Clock "clock" "long(void)" [Input] Anything;
    Errno "__errno_location" "int *(void)" [] Own;

    // Ends.
    Abort "abort" "void(void)" [Ends(None)] Nothing;
    Exit "exit" "void(int)" [Ends(Some(0))] Nothing;
    Atexit "atexit" "int(void (*)(void))" [CallsBack(0)] Anything;
    OnExit "on_exit" "int(void (*)(int, void *), void *)" [CallsBack(0)] Anything;
    // `_exit` runs nothing that `atexit` has registered: lowering puts this before the end of the program.
    ForgetHandlers "_exit" "void(int)" [] Nothing;
    Assert "assert" "void(int)" [Asserts(0)] Nothing;
    AssertFail "__assert_fail" "void(const char *, const char *, unsigned int, const char *)"
        [Fails(FailureKind::Assertion)] Nothing;
    ReachError "reach_error" "void()" [Fails(FailureKind::ReachError)] Nothing;
    // Undefined where it is reached.
    Unreachable "__builtin_unreachable" "void(void)" [Ends(None)] Nothing;

    // For verifiers.
    Assume "__VERIFIER_assume" "void(int)" [Assumes(0)] Nothing;
    Nondeterministic "__VERIFIER_nondet" "int()" [Input] Anything;
    // What a verifier knows of a pointer: whether so many bytes may be used from there on, whether two lead to one object, and
    // that object's size.
    Accessible "__CPROVER_rw_ok" "_Bool(const void *, size_t)" [] Anything;
    SameObject "__CPROVER_same_object" "_Bool(const void *, const void *)" [] Anything;
    SizeOfObject "__CPROVER_OBJECT_SIZE" "size_t(const void *)" [] Anything;
    // Marks for a tool that have no effect.
    Mark "__VERIFIER_plot" "void()" [] Nothing;

    // Numbers.
    Abs "abs" "int(int)" [] Anything;
    Labs "labs" "long(long)" [] Anything;
    Llabs "llabs" "long long(long long)" [] Anything;
    // Lowering makes the two divisions of them.
    Div "div" "int(int, int)" [] Anything;
    Ldiv "ldiv" "long(long, long)" [] Anything;
    Lldiv "lldiv" "long long(long long, long long)" [] Anything;
    Pow "pow" "double(double, double)" [SetsErrno] Anything;
    Sqrt "sqrt" "double(double)" [SetsErrno] Anything;
    Rand "rand" "int(void)" [Input] Anything;
    RandR "rand_r" "int(unsigned int *)" [Reads(0, Object), Input, Writes(0, Object)] Anything;
    Drand48 "drand48" "double(void)" [Input] Anything;
    Srand "srand" "void(unsigned int)" [] Nothing;
    Atoi "atoi" "int(const char *)" [Reads(0, Text), SetsErrno] Anything;
    Atol "atol" "long(const char *)" [Reads(0, Text), SetsErrno] Anything;
    Strtol "strtol" "long(const char *, char **, int)" [Reads(0, Text), Writes(1, Object), SetsErrno] Anything;
    Strtoul "strtoul" "unsigned long(const char *, char **, int)" [Reads(0, Text), Writes(1, Object), SetsErrno] Anything;
    Atoll "atoll" "long long(const char *)" [Reads(0, Text), SetsErrno] Anything;
    Strtoll "strtoll" "long long(const char *, char **, int)" [Reads(0, Text), Writes(1, Object), SetsErrno] Anything;
    Strtoull "strtoull" "unsigned long long(const char *, char **, int)"
        [Reads(0, Text), Writes(1, Object), SetsErrno] Anything;
    Atof "atof" "double(const char *)" [Reads(0, Text), SetsErrno] Anything;
    Strtod "strtod" "double(const char *, char **)" [Reads(0, Text), Writes(1, Object), SetsErrno] Anything;
    Strtof "strtof" "float(const char *, char **)" [Reads(0, Text), Writes(1, Object), SetsErrno] Anything;
    Strtold "strtold" "long double(const char *, char **)" [Reads(0, Text), Writes(1, Object), SetsErrno] Anything;
    Qsort "qsort" "void(void *, size_t, size_t, int (*)(const void *, const void *))"
        [Reads(0, Product(1, 2)), CallsBack(3), Writes(0, Product(1, 2))] Nothing;
    QsortR "qsort_r"
        "void(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *)"
        [Reads(0, Product(1, 2)), CallsBack(3), Writes(0, Product(1, 2))] Nothing;
    Bsearch "bsearch" "void *(const void *, const void *, size_t, size_t, int (*)(const void *, const void *))"
        [Reads(1, Product(2, 3)), CallsBack(4)] Inside(1);

    // Characters.
    Isalnum "isalnum" "int(int)" [] Anything;
    Isalpha "isalpha" "int(int)" [] Anything;
    Isblank "isblank" "int(int)" [] Anything;
    Iscntrl "iscntrl" "int(int)" [] Anything;
    Isdigit "isdigit" "int(int)" [] Anything;
    Isgraph "isgraph" "int(int)" [] Anything;
    Islower "islower" "int(int)" [] Anything;
    Isprint "isprint" "int(int)" [] Anything;
    Ispunct "ispunct" "int(int)" [] Anything;
    Isspace "isspace" "int(int)" [] Anything;
    Isupper "isupper" "int(int)" [] Anything;
    Isxdigit "isxdigit" "int(int)" [] Anything;
    Tolower "tolower" "int(int)" [] Anything;
    Toupper "toupper" "int(int)" [] Anything;
    // What the macros of <ctype.h> read; the tables reach from -128 to 255.
    CtypeTable "__ctype_b_loc" "const unsigned short **(void)" [] Own;
    TolowerTable "__ctype_tolower_loc" "const int **(void)" [] Own;
    ToupperTable "__ctype_toupper_loc" "const int **(void)" [] Own;

    // GCC.
    Expect "__builtin_expect" "long(long, long)" [] Argument(0);
    AssumeAligned "__builtin_assume_aligned" "void *(const void *, size_t, ...)" [] Argument(0);
    ObjectSize "__builtin_object_size" "size_t(const void *, int)" [] Anything;
    Prefetch "__builtin_prefetch" "void(const void *, ...)" [] Nothing;
    ReturnAddress "__builtin_return_address" "void *(unsigned int)" [] Foreign;
    Popcount "__builtin_popcount" "int(unsigned int)" [] Anything;
    PopcountLong "__builtin_popcountl" "int(unsigned long)" [] Anything;
    PopcountLongLong "__builtin_popcountll" "int(unsigned long long)" [] Anything;
    Parity "__builtin_parityll" "int(unsigned long long)" [] Anything;
    Ffs "__builtin_ffsll" "int(long long)" [] Anything;
    // Undefined for zero; the width is that of the argument's type.
    Clz "__builtin_clz" "int(unsigned int)" [] Anything;
    ClzLong "__builtin_clzl" "int(unsigned long)" [] Anything;
    ClzLongLong "__builtin_clzll" "int(unsigned long long)" [] Anything;
    Ctz "__builtin_ctzll" "int(unsigned long long)" [] Anything;
    Bswap16 "__builtin_bswap16" "unsigned short(unsigned short)" [] Anything;
    Bswap32 "__builtin_bswap32" "unsigned int(unsigned int)" [] Anything;
    Bswap64 "__builtin_bswap64" "unsigned long long(unsigned long long)" [] Anything;
    // `*c = a op b` with the exact result wrapped; returns whether it does not fit. The types are those of the arguments.
    AddOverflow "__builtin_add_overflow" "_Bool()" [Writes(2, Object)] Anything;
    SubOverflow "__builtin_sub_overflow" "_Bool()" [Writes(2, Object)] Anything;
    MulOverflow "__builtin_mul_overflow" "_Bool()" [Writes(2, Object)] Anything;
    // Atomic operations, which lowering makes plain loads and stores of the type that argument 0 points to.
    AtomicLoad "__atomic_load_n" "int()" [Reads(0, Object)] Anything;
    AtomicStore "__atomic_store_n" "void()" [Writes(0, Object)] Nothing;
    AtomicExchange "__atomic_exchange_n" "int()" [Reads(0, Object), Writes(0, Object)] Anything;
    // Argument 1 is a value, or points to one that is overwritten where the two differ.
    AtomicCompare "__atomic_compare_exchange_n" "_Bool()" [Reads(0, Object), Writes(0, Object), Writes(1, Object)] Anything;
    AtomicUpdate "__atomic_fetch_add" "int()" [Reads(0, Object), Writes(0, Object)] Anything;
    AtomicFlag "__atomic_test_and_set" "_Bool()" [Reads(0, Object), Writes(0, Object)] Anything;
    AtomicLockFree "__atomic_always_lock_free" "_Bool()" [] Anything;
    // Argument 0 is the address of the list.
    VaStart "va_start" "void(void *)" [Writes(0, Object)] Nothing;
    // What it reads is where the list leads.
    VaArg "va_arg" "void(void *)" [Reads(0, Open), Writes(0, Object)] Anything;
    VaCopy "va_copy" "void(void *, void *)" [copies(Object)] Nothing;
    VaEnd "va_end" "void(void *)" [Writes(0, Object)] Nothing;
}
