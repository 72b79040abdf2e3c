//! Maps C names to rows of the table.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::LibraryFunction as F;

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub function: F,
    /// Indices of irrelevant arguments to drop, ascending, such as the flags of `kmalloc`.
    pub dropped: &'static [usize],
    /// True if the name keeps its meaning even if the program defines a body for it.
    pub reserved: bool,
}

/// Synonyms of the functions in the table.
const ALIASES: &[(&str, F)] = &[
    ("valloc", F::Malloc),
    ("pvalloc", F::Malloc),
    ("vmalloc", F::Malloc),
    ("vzalloc", F::Zalloc),
    ("memalign", F::AlignedAlloc),
    ("cfree", F::Free),
    ("kfree", F::Free),
    ("kvfree", F::Free),
    ("vfree", F::Free),
    ("__strdup", F::Strdup),
    ("__strndup", F::Strndup),
    ("bcmp", F::Memcmp),
    ("explicit_bzero", F::Bzero),
    ("__rawmemchr", F::Rawmemchr),
    ("__stpncpy", F::Stpncpy),
    ("__strtok_r", F::StrtokR),
    ("wcscoll", F::Wcscmp),
    ("__memcpy", F::Memcpy),
    ("__memset", F::Memset),
    ("__mempcpy", F::Mempcpy),
    ("__stpcpy", F::Stpcpy),
    ("strcoll", F::Strcmp),
    ("index", F::Strchr),
    ("rindex", F::Strrchr),
    ("printk", F::Printf),
    ("_printk", F::Printf),
    ("putc", F::Fputc),
    ("_IO_putc", F::Fputc),
    ("fputs_unlocked", F::Fputs),
    ("fwrite_unlocked", F::Fwrite),
    ("fflush_unlocked", F::Fflush),
    ("getc_unlocked", F::Fgetc),
    ("fgetc_unlocked", F::Fgetc),
    ("getchar_unlocked", F::Getchar),
    ("fgets_unlocked", F::Fgets),
    ("fread_unlocked", F::Fread),
    ("feof_unlocked", F::Feof),
    ("ferror_unlocked", F::Ferror),
    ("clearerr_unlocked", F::Clearerr),
    ("flockfile", F::Setlinebuf),
    ("funlockfile", F::Setlinebuf),
    ("__getdelim", F::Getdelim),
    ("fseeko", F::Fseek),
    ("ftello", F::Ftell),
    ("unlink", F::Remove),
    ("secure_getenv", F::Getenv),
    ("geteuid", F::Getuid),
    ("getgid", F::Getuid),
    ("getegid", F::Getuid),
    ("usleep", F::Sleep),
    ("rmdir", F::Chdir),
    ("chmod", F::Mkdir),
    ("strtoq", F::Strtoll),
    ("strtouq", F::Strtoull),
    ("imaxabs", F::Llabs),
    ("imaxdiv", F::Lldiv),
    ("atan2", F::Pow),
    ("hypot", F::Pow),
    ("cbrt", F::Exp),
    ("log", F::Exp),
    ("log2", F::Exp),
    ("log10", F::Exp),
    ("sin", F::Exp),
    ("cos", F::Exp),
    ("tan", F::Exp),
    ("asin", F::Exp),
    ("acos", F::Exp),
    ("atan", F::Exp),
    ("nearbyint", F::Rint),
    ("nearbyintf", F::Rintf),
    ("nearbyintl", F::Rintl),
    ("isnanf", F::IsNan),
    ("isnanl", F::IsNan),
    ("__isnan", F::IsNan),
    ("isinff", F::IsInfinite),
    ("isinfl", F::IsInfinite),
    ("isinf_sign", F::IsInfinite),
    ("finite", F::IsFinite),
    ("signbitf", F::SignBit),
    ("signbitl", F::SignBit),
    ("lrand48", F::Rand),
    ("srand48", F::Srand),
    ("fputc_unlocked", F::Fputc),
    ("putc_unlocked", F::Fputc),
    ("putchar_unlocked", F::Putchar),
    ("getc", F::Fgetc),
    ("_IO_getc", F::Fgetc),
    ("__isoc99_scanf", F::Scanf),
    ("__isoc99_fscanf", F::Fscanf),
    ("__isoc99_sscanf", F::Sscanf),
    ("__isoc23_scanf", F::Scanf),
    ("__isoc23_fscanf", F::Fscanf),
    ("__isoc23_sscanf", F::Sscanf),
    ("__isoc23_strtol", F::Strtol),
    ("__isoc23_strtoul", F::Strtoul),
    ("__isoc23_strtoll", F::Strtoll),
    ("__isoc23_strtoull", F::Strtoull),
    ("fopen64", F::Fopen),
    ("_Exit", F::ForgetHandlers),
    ("quick_exit", F::ForgetHandlers),
    ("__builtin_trap", F::Abort),
    ("random", F::Rand),
    ("srandom", F::Srand),
    ("__VERIFIER_assert", F::Assert),
    ("__VERIFIER_plot_graph", F::Mark),
    ("__goblint_assert", F::Assert),
    ("__goblint_assume", F::Assume),
    ("__goblint_check", F::Mark),
    ("__VERIFIER_atomic_begin", F::Mark),
    ("__VERIFIER_atomic_end", F::Mark),
    ("___sl_plot", F::Mark),
    ("___sl_break", F::Mark),
    ("___sl_plot_stack_frame", F::Mark),
    ("___sl_plot_trace_now", F::Mark),
    ("___sl_plot_trace_once", F::Mark),
    ("___sl_enable_debugging_of", F::Mark),
    ("___sl_get_nondet_int", F::Nondeterministic),
    ("__CPROVER_r_ok", F::Accessible),
    ("__CPROVER_w_ok", F::Accessible),
    ("__ESBMC_r_ok", F::Accessible),
    ("__ESBMC_w_ok", F::Accessible),
    ("__ESBMC_rw_ok", F::Accessible),
    ("__ESBMC_same_object", F::SameObject),
    ("__ESBMC_get_object_size", F::SizeOfObject),
    ("__CPROVER_assume", F::Assume),
    ("__ESBMC_assume", F::Assume),
    ("__CPROVER_assert", F::Assert),
    ("__ESBMC_assert", F::Assert),
    ("__sync_fetch_and_add", F::AtomicUpdate),
    ("__sync_add_and_fetch", F::AtomicUpdate),
    ("__atomic_add_fetch", F::AtomicUpdate),
    ("__sync_fetch_and_sub", F::AtomicUpdate),
    ("__sync_sub_and_fetch", F::AtomicUpdate),
    ("__atomic_sub_fetch", F::AtomicUpdate),
    ("__atomic_fetch_sub", F::AtomicUpdate),
    ("__sync_fetch_and_or", F::AtomicUpdate),
    ("__sync_or_and_fetch", F::AtomicUpdate),
    ("__atomic_or_fetch", F::AtomicUpdate),
    ("__atomic_fetch_or", F::AtomicUpdate),
    ("__sync_fetch_and_and", F::AtomicUpdate),
    ("__sync_and_and_fetch", F::AtomicUpdate),
    ("__atomic_and_fetch", F::AtomicUpdate),
    ("__atomic_fetch_and", F::AtomicUpdate),
    ("__sync_fetch_and_xor", F::AtomicUpdate),
    ("__sync_xor_and_fetch", F::AtomicUpdate),
    ("__atomic_xor_fetch", F::AtomicUpdate),
    ("__atomic_fetch_xor", F::AtomicUpdate),
    ("__sync_fetch_and_nand", F::AtomicUpdate),
    ("__sync_nand_and_fetch", F::AtomicUpdate),
    ("__atomic_nand_fetch", F::AtomicUpdate),
    ("__atomic_fetch_nand", F::AtomicUpdate),
    ("__sync_bool_compare_and_swap", F::AtomicCompare),
    ("__sync_val_compare_and_swap", F::AtomicCompare),
    ("__sync_lock_test_and_set", F::AtomicExchange),
    ("__sync_lock_release", F::AtomicStore),
    ("__sync_synchronize", F::Mark),
    ("__atomic_thread_fence", F::Mark),
    ("__atomic_signal_fence", F::Mark),
    ("__atomic_load", F::AtomicLoad),
    ("__atomic_store", F::AtomicStore),
    ("__atomic_exchange", F::AtomicExchange),
    ("__atomic_compare_exchange", F::AtomicCompare),
    ("__atomic_clear", F::AtomicFlag),
    ("__atomic_is_lock_free", F::AtomicLockFree),
    ("__builtin_sadd_overflow", F::AddOverflow),
    ("__builtin_saddl_overflow", F::AddOverflow),
    ("__builtin_saddll_overflow", F::AddOverflow),
    ("__builtin_uadd_overflow", F::AddOverflow),
    ("__builtin_uaddl_overflow", F::AddOverflow),
    ("__builtin_uaddll_overflow", F::AddOverflow),
    ("__builtin_ssub_overflow", F::SubOverflow),
    ("__builtin_ssubl_overflow", F::SubOverflow),
    ("__builtin_ssubll_overflow", F::SubOverflow),
    ("__builtin_usub_overflow", F::SubOverflow),
    ("__builtin_usubl_overflow", F::SubOverflow),
    ("__builtin_usubll_overflow", F::SubOverflow),
    ("__builtin_smul_overflow", F::MulOverflow),
    ("__builtin_smull_overflow", F::MulOverflow),
    ("__builtin_smulll_overflow", F::MulOverflow),
    ("__builtin_umul_overflow", F::MulOverflow),
    ("__builtin_umull_overflow", F::MulOverflow),
    ("__builtin_umulll_overflow", F::MulOverflow),
    ("__builtin_add_overflow_p", F::AddOverflow),
    ("__builtin_sub_overflow_p", F::SubOverflow),
    ("__builtin_mul_overflow_p", F::MulOverflow),
    // Widening a number does not change its lowest bit or its parity.
    ("__builtin_parity", F::Parity),
    ("__builtin_parityl", F::Parity),
    ("ffs", F::Ffs),
    ("ffsl", F::Ffs),
    ("ffsll", F::Ffs),
    ("__builtin_ctz", F::Ctz),
    ("__builtin_ctzl", F::Ctz),
];

/// Names whose calls have additional arguments, and the indices of those.
const LONGER: &[(&str, F, &[usize])] = &[
    ("kmalloc", F::Malloc, &[1]),
    ("kvmalloc", F::Malloc, &[1]),
    ("__kmalloc", F::Malloc, &[1]),
    ("kmalloc_node", F::Malloc, &[1, 2]),
    ("kzalloc", F::Zalloc, &[1]),
    ("kvzalloc", F::Zalloc, &[1]),
    ("kcalloc", F::Calloc, &[2]),
    ("kmalloc_array", F::MallocArray, &[2]),
    ("krealloc", F::Realloc, &[2]),
    ("kstrdup", F::Strdup, &[1]),
    ("kstrndup", F::Strndup, &[2]),
    ("kmemdup", F::Memdup, &[2]),
    ("__builtin_alloca_with_align", F::Alloca, &[1]),
    ("__builtin_expect_with_probability", F::Expect, &[2]),
    ("__builtin_frame_address", F::ReturnAddress, &[]),
    ("__memcpy_chk", F::Memcpy, &[3]),
    ("__mempcpy_chk", F::Mempcpy, &[3]),
    ("__memmove_chk", F::Memmove, &[3]),
    ("__memset_chk", F::Memset, &[3]),
    ("__strcpy_chk", F::Strcpy, &[2]),
    ("__stpcpy_chk", F::Stpcpy, &[2]),
    ("__strncpy_chk", F::Strncpy, &[3]),
    ("__strcat_chk", F::Strcat, &[2]),
    ("__strncat_chk", F::Strncat, &[3]),
    ("__printf_chk", F::Printf, &[0]),
    ("__fprintf_chk", F::Fprintf, &[1]),
    ("__sprintf_chk", F::Sprintf, &[1, 2]),
    ("__snprintf_chk", F::Snprintf, &[2, 3]),
    ("__vprintf_chk", F::Vprintf, &[0]),
    ("__vfprintf_chk", F::Vfprintf, &[1]),
    ("__vsprintf_chk", F::Vsprintf, &[1, 2]),
    ("__vsnprintf_chk", F::Vsnprintf, &[2, 3]),
    ("__asprintf_chk", F::Asprintf, &[1]),
    ("__vasprintf_chk", F::Vasprintf, &[1]),
    ("__dprintf_chk", F::Dprintf, &[1]),
    ("__vdprintf_chk", F::Vdprintf, &[1]),
    ("__stpncpy_chk", F::Stpncpy, &[3]),
    ("__fgets_chk", F::Fgets, &[1]),
    ("__fread_chk", F::Fread, &[1]),
    ("__assert", F::AssertFail, &[]),
    ("__assert_rtn", F::AssertFail, &[]),
    ("__assert_perror_fail", F::AssertFail, &[]),
];

/// Names that keep their meaning even if the program defines a body for them.
const RESERVED: &[(&str, F)] = &[
    ("reach_error", F::ReachError),
    ("__VERIFIER_error", F::ReachError),
    ("___sl_error", F::ReachError),
    ("__builtin_expect", F::Expect),
    ("__builtin_unreachable", F::Unreachable),
];

/// Prefixes of the names of input functions, of any type.
const INPUTS: &[&str] = &["__VERIFIER_nondet", "__nondet", "nondet", "___sl_get_nondet"];

static NAMES: LazyLock<HashMap<&'static str, Known>> = LazyLock::new(|| {
    let plain = F::ALL.iter().filter(|function| !needs_more_arguments(**function));
    let mut names: HashMap<&str, Known> =
        plain.map(|function| (function.name(), Known { function: *function, dropped: &[], reserved: false })).collect();
    for (name, function) in ALIASES {
        names.insert(name, Known { function: *function, dropped: &[], reserved: false });
    }
    for (name, function, dropped) in LONGER {
        names.insert(name, Known { function: *function, dropped, reserved: false });
    }
    for (name, function) in RESERVED {
        names.insert(name, Known { function: *function, dropped: &[], reserved: true });
    }
    names
});

/// Returns true if the row's name is used with more arguments than the row has: [`LONGER`] lists them.
fn needs_more_arguments(function: F) -> bool {
    matches!(function, F::Zalloc | F::MallocArray | F::Memdup)
}

/// Returns the function with this name. `defined`: the program has a body for it, which takes precedence unless the
/// name is reserved.
pub fn find(name: &str, defined: bool) -> Option<Known> {
    let stripped = name.strip_prefix("__builtin_").unwrap_or(name);
    let known = NAMES.get(name).or_else(|| NAMES.get(stripped)).copied().or_else(|| {
        // `__sync_fetch_and_add_4`: the size is also that of the object.
        let sized = name.starts_with("__sync_") || name.starts_with("__atomic_");
        let plain = name.rsplit_once('_').filter(|(_, size)| sized && matches!(*size, "1" | "2" | "4" | "8" | "16"));
        if let Some((plain, _)) = plain {
            return NAMES.get(plain).copied();
        }
        // `__builtin___memcpy_chk` and inputs.
        let is_input = INPUTS.iter().any(|start| name.starts_with(start));
        is_input.then_some(Known { function: F::Nondeterministic, dropped: &[], reserved: false })
    });
    known.filter(|known| known.reserved || !defined)
}

/// Returns the name shown to users: without `__builtin_` if only the rest is a name of the table.
pub fn shown(name: &str) -> &str {
    let stripped = name.strip_prefix("__builtin_").filter(|stripped| NAMES.contains_key(stripped));
    stripped.filter(|_| !NAMES.contains_key(name)).unwrap_or(name)
}
