"""BenchExec's tool-info module for Damson (BenchExec's doc/tool-integration.md).

Used as it is, from any folder: `benchexec --tool-directory BIN damson.xml` with this folder in PYTHONPATH. It never looks at expected
verdicts. It uses none of BenchExec's helpers for the benchmarks of SV-COMP, which promise nothing to other modules.
"""

import re

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

# Damson gives up before BenchExec stops it: then the answer so far is Damson's own.
SHARE_OF_LIMITS = 0.95
DATA_MODELS = {"ILP32": "-m32", "LP64": "-m64"}
# The last line of the output, and the exit statuses that may come with it.
RESULTS = [
    (re.compile(r"TRUE"), {0}),
    (re.compile(r"FALSE\((?P<property>[a-z-]+)\)"), {10}),
    (re.compile(r"UNKNOWN( \((timeout|memory)\))?"), {5}),
    (re.compile(r"ERROR \([a-z ]+\)"), {1, 2, 6}),
]


class Tool(BaseTool2):
    """Damson, a verifier of C programs with linked structures."""

    def name(self):
        return "Damson"

    def executable(self, tool_locator):
        return tool_locator.find_executable("damson")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="damson")

    def cmdline(self, executable, options, task, rlimits):
        task.require_input_files()
        command = [executable, "verify"]
        # Without a property file there is no question of a competition, and no result: Damson reports what it finds.
        if task.property_file:
            command += ["--svcomp", "--property", task.property_file]
        command += self._of_task(task.options or {}) + self._limits(options, rlimits)
        return command + list(options) + list(task.input_files)

    @staticmethod
    def _of_task(options):
        if options.get("language", "C") != "C":
            raise UnsupportedFeatureException(f"Damson reads C, not {options['language']}")
        model = options.get("data_model")
        if model is None:
            return []
        if model not in DATA_MODELS:
            raise UnsupportedFeatureException(f"Damson has no data model {model}")
        return [DATA_MODELS[model]]

    @staticmethod
    def _limits(options, rlimits):
        """The limits of BenchExec, where the options have none of their own."""
        given = {option.split("=")[0] for option in options}
        # 0 means no limit to Damson, and None to BenchExec.
        limits = {
            "--cpu-time": (rlimits.cputime or 0) * SHARE_OF_LIMITS,
            "--timeout": (rlimits.walltime or 0) * SHARE_OF_LIMITS,
            "--memory-limit": int((rlimits.memory or 0) * SHARE_OF_LIMITS) >> 20,
            "--jobs": rlimits.cpu_cores or 1,
        }
        return [word for name, value in limits.items() if name not in given for word in (name, f"{value:.15g}")]

    def determine_result(self, run):
        if run.exit_code.signal is not None:
            return result.RESULT_ERROR
        if "--svcomp" not in run.cmdline:
            return result.RESULT_DONE if run.exit_code.value in {0, 5, 10} else result.RESULT_ERROR
        lines = (line.strip() for line in reversed(run.output))
        last = next((line for line in lines if line), "")
        for pattern, statuses in RESULTS:
            found = pattern.fullmatch(last)
            if found and run.exit_code.value in statuses:
                return self._result(last, found)
        return result.RESULT_ERROR

    @staticmethod
    def _result(last, found):
        if last == "TRUE":
            return result.RESULT_TRUE_PROP
        if last.startswith("FALSE"):
            return f"{result.RESULT_FALSE_PROP}({found['property']})"
        return result.RESULT_UNKNOWN if last.startswith("UNKNOWN") else last

    def get_value_from_output(self, output, identifier):
        """`reason`: why there is no answer. `configurations`, `locations`: the work of the shape analysis. `milliseconds`: its time."""
        patterns = {
            "reason": r"no answer: (.*)",
            "configurations": r"shape analysis: .*?(\d+) configurations",
            "locations": r"shape analysis: .*?(\d+) locations",
            "milliseconds": r"shape analysis: .*; ([\d.]+) ms",
        }
        pattern = patterns.get(identifier)
        lines = output if pattern else []
        found = [match for match in (re.match(pattern, line) for line in lines) if match]
        return found[-1].group(1).strip() if found else None
