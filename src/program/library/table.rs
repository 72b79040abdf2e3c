//! The table itself: one row per function.

use super::AccessSize::{AtMost, Bytes, Object, Open, Product, String, StringWithin, UpToByte, UpToByteWithin};
use super::CallbackTime::{AtEnd, AtEndWith, Now};
use super::Contents::{BlockAt, BytesAt, Indeterminate, StringAt, Zero};
use super::Effect::{
    Allocates, Asserts, Assumes, CallsBack, ChangesEnvironment, ClosesStream, Copies, Ends, EndsLife, Fails, Fills,
    ForgetsHandlers, Frees, Input, Output, Reads, ReadsLine, ReadsRest, SetsErrno, TakesOption, TakesToken,
    UsesStandardStream, UsesStream, Writes, WritesElsewhere, WritesRest,
};
use super::External::{CharacterTable, ErrorNumber, Frame, Message, Name, Stream, Variable};
use super::Number::{
    Absolute, Accessible, Between, CharacterOrEnd, Class, Length, Mapped, Order, Printed, Refusal, Reversed,
    SameObject, SizeOfObject, Success, WithinLength,
};
use super::ReturnedPosition::{InBlock, InString, Letter, LetterOf, UpToEnd};
use super::Returns::{Anything, Argument, ArgumentOrNull, Block, External, Inside, Nothing, Number};
use super::Written::{AnythingWithin, Appended, AppendedCut, Cut, Line, Padded};
use super::{
    AccessSize, Allocation, Atomic, Contents, Effect, Entry, Lowered, ReturnedPosition, Returns, StandardStream,
    Written,
};
use crate::FailureKind;

/// Generates the enumeration and its entries from rows `Variant "name" "prototype" [effects] returns { field: value }`.
macro_rules! functions {
    ($($variant:ident $name:literal $prototype:literal [$($effect:expr),*] $returns:expr $(, { $($field:ident: $value:expr),* })?;)*) => {
        /// A known function without a body. Synonyms are merged (`strchr` and `index`), and irrelevant arguments are
        /// dropped (`kmalloc(size, flags)` is `malloc(size)`).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum LibraryFunction {
            $(#[doc = concat!("`", $name, "`: `", $prototype, "`")] $variant,)*
        }

        impl LibraryFunction {
            /// All functions, in the order of the table.
            pub const ALL: &[LibraryFunction] = &[$(LibraryFunction::$variant),*];

            pub fn entry(self) -> &'static Entry {
                match self {
                    $(LibraryFunction::$variant => {
                        const EFFECTS: &[Effect] = &[$($effect),*];
                        const ENTRY: &Entry = &Entry {
                            name: $name,
                            prototype: $prototype,
                            effects: EFFECTS,
                            returns: $returns,
                            $($($field: $value,)*)?
                            ..Entry::PLAIN
                        };
                        ENTRY
                    })*
                }
            }
        }
    };
}

/// Copies `access_size` bytes from argument 1 to argument 0; the ranges must not overlap.
const fn copies(access_size: AccessSize) -> Effect {
    Copies { target: 0, source: 1, access_size, overlap: false }
}

/// A heap block.
const fn block(size: AccessSize, contents: Contents) -> Allocation {
    Allocation { size, contents, on_stack: false, alignment: None, stored: None }
}

const fn allocates(size: AccessSize, contents: Contents) -> Effect {
    Allocates(block(size, contents))
}

const ON_INPUT: Effect = UsesStandardStream(StandardStream::Input);
const ON_OUTPUT: Effect = UsesStandardStream(StandardStream::Output);
const ON_ERRORS: Effect = UsesStandardStream(StandardStream::Errors);

/// A pointer into the object at argument 0.
const fn inside(place: ReturnedPosition) -> Returns {
    Inside { object: 0, place, or_null: false }
}

const fn inside_or_null(place: ReturnedPosition) -> Returns {
    Inside { object: 0, place, or_null: true }
}

functions! {
    // Allocation.
    Malloc "malloc" "void *(size_t)" [allocates(Bytes(0), Indeterminate)] Block, { lowered: Lowered::Block };
    Zalloc "kzalloc" "void *(size_t)" [allocates(Bytes(0), Zero)] Block, { lowered: Lowered::Block };
    MallocArray "kmalloc_array" "void *(size_t, size_t)"
        [allocates(Product(0, 1), Indeterminate)] Block, { lowered: Lowered::Block };
    Calloc "calloc" "void *(size_t, size_t)" [allocates(Product(0, 1), Zero)] Block, { lowered: Lowered::Block };
    // The contents are kept up to the smaller size; the old block stays if the allocation fails.
    Realloc "realloc" "void *(void *, size_t)"
        [allocates(Bytes(1), BlockAt(0)), Reads(0, Open), Frees(0)] Block, { lowered: Lowered::Reallocation };
    Reallocarray "reallocarray" "void *(void *, size_t, size_t)"
        [allocates(Product(1, 2), BlockAt(0)), Reads(0, Open), Frees(0)] Block;
    AlignedAlloc "aligned_alloc" "void *(size_t, size_t)"
        [Allocates(Allocation { alignment: Some(0), ..block(Bytes(1), Indeterminate) })] Block;
    // Stores the address through argument 0; the result is an error number.
    PosixMemalign "posix_memalign" "int(void **, size_t, size_t)"
        [Allocates(Allocation { alignment: Some(1), stored: Some(0), ..block(Bytes(2), Indeterminate) }), Writes(0, Object)]
        Number(Refusal);
    // Freed when the calling function returns.
    Alloca "alloca" "void *(size_t)"
        [Allocates(Allocation { on_stack: true, ..block(Bytes(0), Indeterminate) })] Block, { lowered: Lowered::StackBlock };
    // Emitted by lowering at the end of the lifetime of a variable-length array; NULL is allowed.
    EndOfBlock "__builtin_stack_restore" "void(void *)" [EndsLife(0)] Nothing, { lowered: Lowered::OwnCall };
    // Emitted by lowering at the declaration of a variable-length array: the number of elements, of any integer type,
    // and the size of each.
    ArrayBound "__builtin_array_bound" "void(size_t, size_t)" [] Nothing, { lowered: Lowered::OwnCall };
    Free "free" "void(void *)" [Frees(0)] Nothing, { lowered: Lowered::Free };
    Strdup "strdup" "char *(const char *)"
        [Reads(0, String), allocates(Open, StringAt(0))] Block, { reads_to_end: true };
    Strndup "strndup" "char *(const char *, size_t)"
        [Reads(0, StringWithin(1)), allocates(Open, StringAt(0))] Block, { reads_to_end: true };
    // The requested size, or more.
    UsableSize "malloc_usable_size" "size_t(void *)" [] Anything;
    Memdup "kmemdup" "void *(const void *, size_t)" [Reads(0, Bytes(1)), allocates(Bytes(1), BytesAt(0))] Block;

    // Memory.
    Memset "memset" "void *(void *, int, size_t)" [Fills { target: 0, byte: Some(1), access_size: Bytes(2) }] Argument(0);
    Bzero "bzero" "void(void *, size_t)" [Fills { target: 0, byte: None, access_size: Bytes(1) }] Nothing;
    Memcpy "memcpy" "void *(void *, const void *, size_t)" [copies(Bytes(2))] Argument(0);
    Mempcpy "mempcpy" "void *(void *, const void *, size_t)" [copies(Bytes(2))] inside(UpToEnd);
    Memmove "memmove" "void *(void *, const void *, size_t)"
        [Copies { target: 0, source: 1, access_size: Bytes(2), overlap: true }] Argument(0);
    Memcmp "memcmp" "int(const void *, const void *, size_t)" [Reads(0, Bytes(2)), Reads(1, Bytes(2))] Number(Order);
    Memchr "memchr" "void *(const void *, int, size_t)" [Reads(0, AtMost(2))] inside_or_null(InBlock);
    Memrchr "memrchr" "void *(const void *, int, size_t)" [Reads(0, Bytes(2))] inside_or_null(InBlock);
    Rawmemchr "rawmemchr" "void *(const void *, int)" [Reads(0, UpToByte)] inside(InBlock);
    Memmem "memmem" "void *(const void *, size_t, const void *, size_t)"
        [Reads(0, Bytes(1)), Reads(2, Bytes(3))] inside_or_null(InBlock);
    // Up to and including the searched byte.
    Memccpy "memccpy" "void *(void *, const void *, int, size_t)"
        [Reads(1, UpToByteWithin(3)), Writes(0, UpToByteWithin(3))] inside_or_null(UpToEnd);
    Bcopy "bcopy" "void(const void *, void *, size_t)"
        [Copies { target: 1, source: 0, access_size: Bytes(2), overlap: true }] Nothing;

    // Strings.
    Strlen "strlen" "size_t(const char *)" [Reads(0, String)] Number(Length(0)), { reads_to_end: true };
    Strnlen "strnlen" "size_t(const char *, size_t)"
        [Reads(0, StringWithin(1))] Number(WithinLength(0)), { reads_to_end: true };
    Strcpy "strcpy" "char *(char *, const char *)" [copies(String)] Argument(0), { reads_to_end: true };
    Stpcpy "stpcpy" "char *(char *, const char *)" [copies(String)] inside(InBlock), { reads_to_end: true };
    // Pads with zero bytes.
    Strncpy "strncpy" "char *(char *, const char *, size_t)"
        [Reads(1, StringWithin(2)), Writes(0, Bytes(2))] Argument(0), { leaves: Padded(1), reads_to_end: true };
    Stpncpy "stpncpy" "char *(char *, const char *, size_t)"
        [Reads(1, StringWithin(2)), Writes(0, Bytes(2))] inside(UpToEnd), { reads_to_end: true };
    Strlcpy "strlcpy" "size_t(char *, const char *, size_t)"
        [Reads(1, String), Writes(0, Bytes(2))] Anything, { leaves: Cut(1) };
    Strlcat "strlcat" "size_t(char *, const char *, size_t)"
        [Reads(0, StringWithin(2)), Reads(1, String), Writes(0, Bytes(2))] Anything, { leaves: AppendedCut(1) };
    Strcat "strcat" "char *(char *, const char *)"
        [Reads(0, String), Reads(1, String), Writes(0, Open)] Argument(0), { leaves: Appended(1), reads_to_end: true };
    Strncat "strncat" "char *(char *, const char *, size_t)"
        [Reads(0, String), Reads(1, StringWithin(2)), Writes(0, Open)] Argument(0), { leaves: Appended(1), reads_to_end: true };
    Strcmp "strcmp" "int(const char *, const char *)" [Reads(0, String), Reads(1, String)] Number(Order);
    Strncmp "strncmp" "int(const char *, const char *, size_t)"
        [Reads(0, StringWithin(2)), Reads(1, StringWithin(2))] Number(Order);
    Strcasecmp "strcasecmp" "int(const char *, const char *)" [Reads(0, String), Reads(1, String)] Anything;
    Strncasecmp "strncasecmp" "int(const char *, const char *, size_t)"
        [Reads(0, StringWithin(2)), Reads(1, StringWithin(2))] Anything;
    Strchr "strchr" "char *(const char *, int)" [Reads(0, String)] inside_or_null(LetterOf(1));
    Strrchr "strrchr" "char *(const char *, int)" [Reads(0, String)] inside_or_null(LetterOf(1));
    Strstr "strstr" "char *(const char *, const char *)" [Reads(0, String), Reads(1, String)] inside_or_null(InString);
    Strchrnul "strchrnul" "char *(const char *, int)" [Reads(0, String)] inside(InString);
    Strcasestr "strcasestr" "char *(const char *, const char *)"
        [Reads(0, String), Reads(1, String)] inside_or_null(InString);
    // Lowering passes the address of the pointer to the rest that the library keeps.
    Strtok "strtok" "char *(char *, const char *)"
        [Reads(1, String), TakesToken { first: Some(0), rest: 2 }] Anything, { lowered: Lowered::Position };
    StrtokR "strtok_r" "char *(char *, const char *, char **)"
        [Reads(1, String), TakesToken { first: Some(0), rest: 2 }] Anything;
    Strsep "strsep" "char *(char **, const char *)" [Reads(1, String), TakesToken { first: None, rest: 0 }] Anything;
    Strverscmp "strverscmp" "int(const char *, const char *)" [Reads(0, String), Reads(1, String)] Anything;
    // A result that does not fit leaves any string in the target.
    Strxfrm "strxfrm" "size_t(char *, const char *, size_t)"
        [Reads(1, String), Writes(0, Bytes(2))] Anything, { leaves: AnythingWithin };
    Strpbrk "strpbrk" "char *(const char *, const char *)" [Reads(0, String), Reads(1, String)] inside_or_null(Letter);
    Strspn "strspn" "size_t(const char *, const char *)" [Reads(0, String), Reads(1, String)] Number(WithinLength(0));
    Strcspn "strcspn" "size_t(const char *, const char *)" [Reads(0, String), Reads(1, String)] Number(WithinLength(0));
    Strerror "strerror" "char *(int)" [SetsErrno] External(Message);
    Strsignal "strsignal" "char *(int)" [SetsErrno] External(Name);

    // Wide characters, of type `int`. The table cannot express their access sizes.
    Wcslen "wcslen" "size_t(const int *)" [WritesElsewhere] Anything;
    Wcsnlen "wcsnlen" "size_t(const int *, size_t)" [WritesElsewhere] Anything;
    Wcscpy "wcscpy" "int *(int *, const int *)" [WritesElsewhere] Argument(0);
    Wcsncpy "wcsncpy" "int *(int *, const int *, size_t)" [WritesElsewhere] Argument(0);
    Wcscat "wcscat" "int *(int *, const int *)" [WritesElsewhere] Argument(0);
    Wcsncat "wcsncat" "int *(int *, const int *, size_t)" [WritesElsewhere] Argument(0);
    Wcscmp "wcscmp" "int(const int *, const int *)" [WritesElsewhere] Anything;
    Wcsncmp "wcsncmp" "int(const int *, const int *, size_t)" [WritesElsewhere] Anything;
    Wcschr "wcschr" "int *(const int *, int)" [WritesElsewhere] inside_or_null(InBlock);
    Wcsrchr "wcsrchr" "int *(const int *, int)" [WritesElsewhere] inside_or_null(InBlock);
    Wcsdup "wcsdup" "int *(const int *)" [WritesElsewhere] Anything;
    Wmemset "wmemset" "int *(int *, int, size_t)" [WritesElsewhere] Argument(0);
    Wmemcpy "wmemcpy" "int *(int *, const int *, size_t)" [WritesElsewhere] Argument(0);
    Wmemmove "wmemmove" "int *(int *, const int *, size_t)" [WritesElsewhere] Argument(0);
    Wmemcmp "wmemcmp" "int(const int *, const int *, size_t)" [WritesElsewhere] Anything;
    Wmemchr "wmemchr" "int *(const int *, int, size_t)" [WritesElsewhere] inside_or_null(InBlock);
    Mblen "mblen" "int(const char *, size_t)" [WritesElsewhere] Anything;
    Mbtowc "mbtowc" "int(int *, const char *, size_t)" [WritesElsewhere] Anything;
    Wctomb "wctomb" "int(char *, int)" [WritesElsewhere] Anything;
    Mbstowcs "mbstowcs" "size_t(int *, const char *, size_t)" [WritesElsewhere] Anything;
    Wcstombs "wcstombs" "size_t(char *, const int *, size_t)" [WritesElsewhere] Anything;
    Btowc "btowc" "unsigned int(int)" [] Anything;
    Wctob "wctob" "int(unsigned int)" [] Anything;

    // Output.
    Printf "printf" "int(const char *, ...)"
        [Reads(0, String), ReadsRest(1), ON_OUTPUT, Output] Anything, { reads_to_end: true };
    Fprintf "fprintf" "int(void *, const char *, ...)" [UsesStream(0), Reads(1, String), ReadsRest(2), Output] Anything;
    Sprintf "sprintf" "int(char *, const char *, ...)"
        [Reads(1, String), ReadsRest(2), Writes(0, Open)] Anything, { leaves: Written::Formatted };
    Snprintf "snprintf" "int(char *, size_t, const char *, ...)"
        [Reads(2, String), ReadsRest(3), Writes(0, Bytes(1))] Anything, { leaves: Written::Formatted };
    Vprintf "vprintf" "int(const char *, void *)" [Reads(0, String), ReadsRest(1), ON_OUTPUT, Output] Anything;
    Vfprintf "vfprintf" "int(void *, const char *, void *)"
        [UsesStream(0), Reads(1, String), ReadsRest(2), Output] Anything;
    Vsprintf "vsprintf" "int(char *, const char *, void *)"
        [Reads(1, String), ReadsRest(2), Writes(0, Open)] Anything, { leaves: Written::Formatted };
    Vsnprintf "vsnprintf" "int(char *, size_t, const char *, void *)"
        [Reads(2, String), ReadsRest(3), Writes(0, Bytes(1))] Anything, { leaves: Written::Formatted };
    // Argument 0 is a file descriptor.
    Dprintf "dprintf" "int(int, const char *, ...)" [Reads(1, String), ReadsRest(2), Output] Anything;
    Vdprintf "vdprintf" "int(int, const char *, void *)" [Reads(1, String), ReadsRest(2), Output] Anything;
    // Allocates the string and stores its address through argument 0.
    Asprintf "asprintf" "int(char **, const char *, ...)"
        [Reads(1, String), ReadsRest(2), Allocates(Allocation
        { stored: Some(0), ..block(Open, Contents::Formatted) }), Writes(0, Object)] Number(Printed);
    Vasprintf "vasprintf" "int(char **, const char *, void *)"
        [Reads(1, String), ReadsRest(2), Allocates(Allocation
        { stored: Some(0), ..block(Open, Contents::Formatted) }), Writes(0, Object)] Number(Printed);
    Puts "puts" "int(const char *)" [Reads(0, String), ON_OUTPUT, Output] Anything, { reads_to_end: true };
    Putchar "putchar" "int(int)" [ON_OUTPUT, Output] Number(CharacterOrEnd);
    Fputs "fputs" "int(const char *, void *)" [UsesStream(1), Reads(0, String), Output] Anything;
    Fputc "fputc" "int(int, void *)" [UsesStream(1), Output] Number(CharacterOrEnd);
    Fwrite "fwrite" "size_t(const void *, size_t, size_t, void *)"
        [UsesStream(3), Reads(0, Product(1, 2)), Output] Anything;
    Perror "perror" "void(const char *)"
        [Reads(0, String), ON_ERRORS, Output] Nothing, { optional: Some(0) };
    // NULL flushes all streams.
    Fflush "fflush" "int(void *)" [UsesStream(0), Output] Anything, { optional: Some(0) };
    Write "write" "long(int, const void *, size_t)" [Reads(1, Bytes(2)), Output] Anything;
    // The effect on the stream's state is not modelled.
    Setlinebuf "setlinebuf" "int(void *)" [UsesStream(0), Output] Anything;
    // Afterwards any output function may write to the buffer; without a buffer, lowering emits `setlinebuf` instead.
    Setvbuf "setvbuf" "int(void *, char *, int, size_t)"
        [WritesElsewhere] Anything, { lowered: Lowered::Buffer(LibraryFunction::Setlinebuf) };
    Setbuf "setbuf" "void(void *, char *)"
        [WritesElsewhere] Nothing, { lowered: Lowered::Buffer(LibraryFunction::Setlinebuf) };

    // Input and files.
    Getchar "getchar" "int(void)" [ON_INPUT, Input] Number(CharacterOrEnd);
    Fgetc "fgetc" "int(void *)" [UsesStream(0), Input] Number(CharacterOrEnd);
    Ungetc "ungetc" "int(int, void *)" [UsesStream(1), Input] Number(CharacterOrEnd);
    Fgets "fgets" "char *(char *, int, void *)"
        [UsesStream(2), Input, Writes(0, Bytes(1))] inside_or_null(InBlock), { leaves: Line };
    Fread "fread" "size_t(void *, size_t, size_t, void *)" [UsesStream(3), Input, Writes(0, Product(1, 2))] Anything;
    // The line is stored in the given block or in a new one, as by `realloc`.
    Getline "getline" "long(char **, size_t *, void *)" [UsesStream(2), Input, ReadsLine { line: 0, size: 1 }] Anything;
    Getdelim "getdelim" "long(char **, size_t *, int, void *)"
        [UsesStream(3), Input, ReadsLine { line: 0, size: 1 }] Anything;
    Read "read" "long(int, void *, size_t)" [Input, Writes(1, Bytes(2))] Anything;
    Scanf "scanf" "int(const char *, ...)" [Reads(0, String), ON_INPUT, Input, WritesRest(1)] Anything;
    Fscanf "fscanf" "int(void *, const char *, ...)" [UsesStream(0), Reads(1, String), Input, WritesRest(2)] Anything;
    Sscanf "sscanf" "int(const char *, const char *, ...)"
        [Reads(0, String), Reads(1, String), Input, WritesRest(2)] Anything;
    Fopen "fopen" "void *(const char *, const char *)" [Reads(0, String), Reads(1, String), Input] External(Stream);
    Open "open" "int(const char *, int, ...)" [Reads(0, String), Input] Anything;
    Openat "openat" "int(int, const char *, int, ...)" [Reads(1, String), Input] Anything;
    Creat "creat" "int(const char *, unsigned int)" [Reads(0, String), Input] Anything;
    Close "close" "int(int)" [Output] Anything;
    Vscanf "vscanf" "int(const char *, void *)"
        [Reads(0, String), ON_INPUT, Input, WritesElsewhere] Anything;
    Vfscanf "vfscanf" "int(void *, const char *, void *)"
        [UsesStream(0), Reads(1, String), Input, WritesElsewhere] Anything;
    Vsscanf "vsscanf" "int(const char *, const char *, void *)"
        [Reads(0, String), Reads(1, String), Input, WritesElsewhere] Anything;
    // Returns the stream; if it fails, the stream is closed and the result is NULL.
    Freopen "freopen" "void *(const char *, const char *, void *)"
        [UsesStream(2), Reads(0, String), Reads(1, String), Input] ArgumentOrNull(2), { optional: Some(0) };
    Fdopen "fdopen" "void *(int, const char *)" [Reads(1, String), Input] External(Stream);
    Tmpfile "tmpfile" "void *(void)" [Input] External(Stream);
    Fclose "fclose" "int(void *)" [ClosesStream(0), Output] Anything;
    Fileno "fileno" "int(void *)" [UsesStream(0), Input] Anything;
    Fseek "fseek" "int(void *, long, int)" [UsesStream(0), Output] Anything;
    Ftell "ftell" "long(void *)" [UsesStream(0), Input] Anything;
    Rewind "rewind" "void(void *)" [UsesStream(0), Output] Nothing;
    Clearerr "clearerr" "void(void *)" [UsesStream(0), Output] Nothing;
    Remove "remove" "int(const char *)" [Reads(0, String), Input, Output] Anything;
    Rename "rename" "int(const char *, const char *)" [Reads(0, String), Reads(1, String), Input, Output] Anything;
    Feof "feof" "int(void *)" [UsesStream(0), Input] Anything;
    Ferror "ferror" "int(void *)" [UsesStream(0), Input] Anything;
    Setenv "setenv" "int(const char *, const char *, int)"
        [Reads(0, String), Reads(1, String), ChangesEnvironment] Anything;
    Unsetenv "unsetenv" "int(const char *)" [Reads(0, String), ChangesEnvironment] Anything;
    // The string itself becomes part of the environment.
    Putenv "putenv" "int(char *)" [Reads(0, String), WritesElsewhere] Anything;
    // Lowering passes the addresses of `optarg`, `optind` and `optopt`.
    Getopt "getopt" "int(int, char *const *, const char *)"
        [Reads(2, String), TakesOption] Anything, { reads_to_end: true, lowered: Lowered::Options };
    Getenv "getenv" "char *(const char *)" [Reads(0, String), Input] External(Variable);
    Time "time" "long(long *)" [Input, Writes(0, Object)] Anything;
    Clock "clock" "long(void)" [Input] Anything;
    // The process and its terminal.
    Getpid "getpid" "int(void)" [Input] Number(Between(0, i32::MAX as i128));
    Getuid "getuid" "unsigned int(void)" [Input] Anything;
    Isatty "isatty" "int(int)" [Input] Number(Between(0, 1));
    // The seconds that are left if a signal ends it.
    Sleep "sleep" "unsigned int(unsigned int)" [Input] Anything;
    // Files by name: 0, or -1 if it fails.
    Access "access" "int(const char *, int)" [Reads(0, String), Input] Anything;
    Chdir "chdir" "int(const char *)" [Reads(0, String), Input] Anything;
    Mkdir "mkdir" "int(const char *, unsigned int)" [Reads(0, String), Input] Anything;
    Errno "__errno_location" "int *(void)" [] External(ErrorNumber);

    // Termination.
    Abort "abort" "void(void)" [Ends(None)] Nothing, { lowered: Lowered::End };
    Exit "exit" "void(int)" [Ends(Some(0))] Nothing, { lowered: Lowered::End };
    Atexit "atexit" "int(void (*)(void))" [CallsBack(0, AtEnd)] Number(Success);
    OnExit "on_exit" "int(void (*)(int, void *), void *)" [CallsBack(0, AtEndWith(1))] Anything;
    // `_exit`: lowering emits this before the end of the program.
    ForgetHandlers "_exit" "void(int)" [ForgetsHandlers] Nothing, { lowered: Lowered::End };
    Assert "assert" "void(int)" [Asserts(0)] Nothing, { lowered: Lowered::Assertion };
    AssertFail "__assert_fail" "void(const char *, const char *, unsigned int, const char *)"
        [Fails(FailureKind::Assertion)] Nothing, { lowered: Lowered::Failure(FailureKind::Assertion) };
    ReachError "reach_error" "void()"
        [Fails(FailureKind::ReachError)] Nothing, { lowered: Lowered::Failure(FailureKind::ReachError) };
    // Undefined behaviour if reached.
    Unreachable "__builtin_unreachable" "void(void)" [Ends(None)] Nothing, { lowered: Lowered::Undefined };

    // For verifiers.
    Assume "__VERIFIER_assume" "void(int)" [Assumes(0)] Nothing, { lowered: Lowered::Assumption };
    Nondeterministic "__VERIFIER_nondet" "int()" [Input] Returns::Input, { lowered: Lowered::Input };
    // Queries about pointers: whether this many bytes are accessible, whether two point to the same object, and that
    // object's size.
    Accessible "__CPROVER_rw_ok" "_Bool(const void *, size_t)" [] Number(Accessible);
    SameObject "__CPROVER_same_object" "_Bool(const void *, const void *)" [] Number(SameObject);
    SizeOfObject "__CPROVER_OBJECT_SIZE" "size_t(const void *)" [] Number(SizeOfObject);
    // Annotations for tools, without effect.
    Mark "__VERIFIER_plot" "void()" [] Nothing, { lowered: Lowered::Nothing };

    // Numbers.
    Abs "abs" "int(int)" [] Number(Absolute);
    Labs "labs" "long(long)" [] Number(Absolute);
    Llabs "llabs" "long long(long long)" [] Number(Absolute);
    // Lowered to two divisions.
    Div "div" "int(int, int)" [] Anything, { lowered: Lowered::Division };
    Ldiv "ldiv" "long(long, long)" [] Anything, { lowered: Lowered::Division };
    Lldiv "lldiv" "long long(long long, long long)" [] Anything, { lowered: Lowered::Division };
    // Approximate: libraries differ in the last digits.
    Pow "pow" "double(double, double)" [SetsErrno] Anything;
    Exp "exp" "double(double)" [SetsErrno] Anything;
    // Exact, or correctly rounded.
    Fabs "fabs" "double(double)" [] Anything;
    Fabsf "fabsf" "float(float)" [] Anything;
    Fabsl "fabsl" "long double(long double)" [] Anything;
    Sqrt "sqrt" "double(double)" [SetsErrno] Anything;
    Sqrtf "sqrtf" "float(float)" [SetsErrno] Anything;
    Sqrtl "sqrtl" "long double(long double)" [SetsErrno] Anything;
    Floor "floor" "double(double)" [] Anything;
    Floorf "floorf" "float(float)" [] Anything;
    Floorl "floorl" "long double(long double)" [] Anything;
    Ceil "ceil" "double(double)" [] Anything;
    Ceilf "ceilf" "float(float)" [] Anything;
    Ceill "ceill" "long double(long double)" [] Anything;
    Trunc "trunc" "double(double)" [] Anything;
    Truncf "truncf" "float(float)" [] Anything;
    Truncl "truncl" "long double(long double)" [] Anything;
    Round "round" "double(double)" [] Anything;
    Roundf "roundf" "float(float)" [] Anything;
    Roundl "roundl" "long double(long double)" [] Anything;
    Rint "rint" "double(double)" [] Anything;
    Rintf "rintf" "float(float)" [] Anything;
    Rintl "rintl" "long double(long double)" [] Anything;
    Fmod "fmod" "double(double, double)" [SetsErrno] Anything;
    Fmodf "fmodf" "float(float, float)" [SetsErrno] Anything;
    Fmodl "fmodl" "long double(long double, long double)" [SetsErrno] Anything;
    Fmin "fmin" "double(double, double)" [] Anything;
    Fminf "fminf" "float(float, float)" [] Anything;
    Fminl "fminl" "long double(long double, long double)" [] Anything;
    Fmax "fmax" "double(double, double)" [] Anything;
    Fmaxf "fmaxf" "float(float, float)" [] Anything;
    Fmaxl "fmaxl" "long double(long double, long double)" [] Anything;
    Copysign "copysign" "double(double, double)" [] Anything;
    Copysignf "copysignf" "float(float, float)" [] Anything;
    Copysignl "copysignl" "long double(long double, long double)" [] Anything;
    // Type-generic; the result is the same for a wider type.
    IsNan "isnan" "int(long double)" [] Anything;
    IsInfinite "isinf" "int(long double)" [] Anything;
    IsFinite "isfinite" "int(long double)" [] Anything;
    SignBit "signbit" "int(long double)" [] Anything;
    Rand "rand" "int(void)" [Input] Number(Between(0, i32::MAX as i128));
    RandR "rand_r" "int(unsigned int *)" [Reads(0, Object), Input, Writes(0, Object)] Anything;
    Drand48 "drand48" "double(void)" [Input] Anything;
    Srand "srand" "void(unsigned int)" [] Nothing;
    Atoi "atoi" "int(const char *)" [Reads(0, String), SetsErrno] Anything;
    Atol "atol" "long(const char *)" [Reads(0, String), SetsErrno] Anything;
    Strtol "strtol" "long(const char *, char **, int)"
        [Reads(0, String), Writes(1, Object), SetsErrno] Anything, { stores_end: true };
    Strtoul "strtoul" "unsigned long(const char *, char **, int)"
        [Reads(0, String), Writes(1, Object), SetsErrno] Anything, { stores_end: true };
    Atoll "atoll" "long long(const char *)" [Reads(0, String), SetsErrno] Anything;
    Strtoll "strtoll" "long long(const char *, char **, int)"
        [Reads(0, String), Writes(1, Object), SetsErrno] Anything, { stores_end: true };
    Strtoull "strtoull" "unsigned long long(const char *, char **, int)"
        [Reads(0, String), Writes(1, Object), SetsErrno] Anything, { stores_end: true };
    Atof "atof" "double(const char *)" [Reads(0, String), SetsErrno] Anything;
    Strtod "strtod" "double(const char *, char **)"
        [Reads(0, String), Writes(1, Object), SetsErrno] Anything, { stores_end: true };
    Strtof "strtof" "float(const char *, char **)"
        [Reads(0, String), Writes(1, Object), SetsErrno] Anything, { stores_end: true };
    Strtold "strtold" "long double(const char *, char **)"
        [Reads(0, String), Writes(1, Object), SetsErrno] Anything, { stores_end: true };
    Qsort "qsort" "void(void *, size_t, size_t, int (*)(const void *, const void *))"
        [Reads(0, Product(1, 2)), CallsBack(3, Now), Writes(0, Product(1, 2))] Nothing;
    QsortR "qsort_r"
        "void(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *)"
        [Reads(0, Product(1, 2)), CallsBack(3, Now), Writes(0, Product(1, 2))] Nothing;
    Bsearch "bsearch" "void *(const void *, const void *, size_t, size_t, int (*)(const void *, const void *))"
        [Reads(1, Product(2, 3)), CallsBack(4, Now)] Inside { object: 1, place: InBlock, or_null: true };

    // Characters.
    Isalnum "isalnum" "int(int)" [] Number(Class);
    Isalpha "isalpha" "int(int)" [] Number(Class);
    Isblank "isblank" "int(int)" [] Number(Class);
    Iscntrl "iscntrl" "int(int)" [] Number(Class);
    Isdigit "isdigit" "int(int)" [] Number(Class);
    Isgraph "isgraph" "int(int)" [] Number(Class);
    Islower "islower" "int(int)" [] Number(Class);
    Isprint "isprint" "int(int)" [] Number(Class);
    Ispunct "ispunct" "int(int)" [] Number(Class);
    Isspace "isspace" "int(int)" [] Number(Class);
    Isupper "isupper" "int(int)" [] Number(Class);
    Isxdigit "isxdigit" "int(int)" [] Number(Class);
    Tolower "tolower" "int(int)" [] Number(Mapped(LibraryFunction::TolowerTable));
    Toupper "toupper" "int(int)" [] Number(Mapped(LibraryFunction::ToupperTable));
    // The tables that the macros of <ctype.h> read, for -128 to 255.
    CtypeTable "__ctype_b_loc" "const unsigned short **(void)" [] External(CharacterTable);
    TolowerTable "__ctype_tolower_loc" "const int **(void)" [] External(CharacterTable);
    ToupperTable "__ctype_toupper_loc" "const int **(void)" [] External(CharacterTable);

    // GCC.
    Expect "__builtin_expect" "long(long, long)" [] Argument(0), { lowered: Lowered::Argument };
    AssumeAligned "__builtin_assume_aligned" "void *(const void *, size_t, ...)"
        [] Argument(0), { lowered: Lowered::Argument };
    ObjectSize "__builtin_object_size" "size_t(const void *, int)" [] Anything, { lowered: Lowered::ObjectSize };
    Prefetch "__builtin_prefetch" "void(const void *, ...)" [] Nothing, { lowered: Lowered::Nothing };
    ReturnAddress "__builtin_return_address" "void *(unsigned int)" [] External(Frame);
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
    Bswap16 "__builtin_bswap16" "unsigned short(unsigned short)" [] Number(Reversed(2));
    Bswap32 "__builtin_bswap32" "unsigned int(unsigned int)" [] Number(Reversed(4));
    Bswap64 "__builtin_bswap64" "unsigned long long(unsigned long long)" [] Number(Reversed(8));
    // `*c = a op b` with the exact result wrapped; returns true if it does not fit. The types are those of the
    // arguments.
    AddOverflow "__builtin_add_overflow" "_Bool()" [Writes(2, Object)] Anything, { lowered: Lowered::Overflow };
    SubOverflow "__builtin_sub_overflow" "_Bool()" [Writes(2, Object)] Anything, { lowered: Lowered::Overflow };
    MulOverflow "__builtin_mul_overflow" "_Bool()" [Writes(2, Object)] Anything, { lowered: Lowered::Overflow };
    // Atomic operations, lowered to plain loads and stores of the type that argument 0 points to.
    AtomicLoad "__atomic_load_n" "int()" [Reads(0, Object)] Anything, { lowered: Lowered::Atomic(Atomic::Load) };
    AtomicStore "__atomic_store_n" "void()" [Writes(0, Object)] Nothing, { lowered: Lowered::Atomic(Atomic::Store) };
    AtomicExchange "__atomic_exchange_n" "int()"
        [Reads(0, Object), Writes(0, Object)] Anything, { lowered: Lowered::Atomic(Atomic::Exchange) };
    // Argument 1 is a value, or points to one that is overwritten if the comparison fails.
    AtomicCompare "__atomic_compare_exchange_n" "_Bool()"
        [Reads(0, Object), Writes(0, Object), Writes(1, Object)] Anything, { lowered: Lowered::Atomic(Atomic::Compare) };
    AtomicUpdate "__atomic_fetch_add" "int()"
        [Reads(0, Object), Writes(0, Object)] Anything, { lowered: Lowered::Atomic(Atomic::Update) };
    AtomicFlag "__atomic_test_and_set" "_Bool()"
        [Reads(0, Object), Writes(0, Object)] Anything, { lowered: Lowered::Atomic(Atomic::Flag) };
    AtomicLockFree "__atomic_always_lock_free" "_Bool()" [] Anything, { lowered: Lowered::Atomic(Atomic::LockFree) };
    // Argument 0 is the address of the `va_list`.
    VaStart "va_start" "void(void *)" [Writes(0, Object)] Nothing, { lowered: Lowered::List };
    // Reads wherever the list points.
    VaArg "va_arg" "void(void *)" [Reads(0, Open), Writes(0, Object)] Anything;
    VaCopy "va_copy" "void(void *, void *)" [copies(Object)] Nothing, { lowered: Lowered::List };
    // (C11 7.16.1.3p2) The list must not be used until it is started again.
    VaEnd "va_end" "void(void *)" [Writes(0, Object)] Nothing, { lowered: Lowered::List, leaves: Written::Indeterminate };
}
