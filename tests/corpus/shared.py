"""What the scripts beside this file share: rows of a table of verdicts, and how Damson is called for one."""

import csv


# What the tools that the suites are of give every program: Goblint its own header, CBMC a type.
GIVEN = {
    "goblint": ["-I", "lib/goblint/runtime/include"],
    "cbmc": ["-D", "__CPROVER_size_t=__SIZE_TYPE__"],
}


def rows(table, suites, only):
    """The rows of the suites (of all if none is named) whose path contains `only`, if that is given."""
    with open(table, newline="") as file:
        found = list(csv.DictReader(file, delimiter="\t"))
    found = [row for row in found if not suites or row["suite"] in suites]
    return [row for row in found if not only or only in row["path"]]


def command(damson, row, seconds):
    """The shape analysis of a row's program, to be run in the root of its repository."""
    found = [damson, "smg", row["path"], "--format", "json", "--timeout", str(seconds)]
    for flag in row["flags"].split():
        if flag.startswith(("-I", "-D")):
            found += [flag[:2], flag[2:]]
        elif flag in ("-m32", "-m64"):
            found.append(flag)
    found += GIVEN.get(row["suite"].split("-")[0], [])
    # ESBMC looks at alignment unless an option turns that off.
    if row["suite"].startswith("esbmc") and "--no-align-check" not in row["note"]:
        found.append("--alignment")
    if row["malloc"] == "mayfail":
        found.append("--allocation-may-fail")
    return found
