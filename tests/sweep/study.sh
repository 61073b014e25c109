# Functions for the tests of sweeps. Source this file after ../cli/expect.sh.
# study FILE SAMPLES COLUMNS: writes a sweep file.
study() {
    cat >"$1" <<EOF
{
  "scenario": {
    "params": {"e": 0.5, "mu": 0.5},
    "bodies": [
      {"mass": 1, "shape": {"rod": 1}, "centre": {"size": 0.5, "angle": {"deg": 45}}, "velocity": [0.6, -1]},
      "fixed"
    ],
    "contact": {"point": [0, 0], "normal": [0, 1]}
  },
  "laws": [{"law": "routh", "params": {"restitution": "newton"}, "name": "newton"}, "initial-slip"],
  "inputs": {
    "bodies[0].centre.angle.deg": {"uniform": [5, 175]},
    "bodies[0].velocity[0]": {"normal": [0, 1]},
    "params.e": {"uniform": [0, 1]},
    "params.mu": {"lognormal": [0.5, 0.5]}
  },
  "samples": $2, "seed": 42, "columns": $3,
  "outputs": ["dE", "P_n", "P_t", "delta_v_a"], "histograms": {"dE": [-1, 0.2]}, "worst": {"of": "dE", "keep": 5}
}
EOF
}

# ranks N COMMAND...: runs the command with mpirun. has_mpi is yes if mpirun exists and carom is built with MPI.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
has_mpi=no
if command -v mpirun >/dev/null && ldd "$carom" | grep -q libmpi; then has_mpi=yes; fi
# Open MPI does not free the memory of its plugins, so leaks are detected only in runs of one process.
ranks() { count=$1; shift; ASAN_OPTIONS=detect_leaks=0 mpirun --oversubscribe -n "$count" "$@"; }

# done_in FILE: prints the number of samples that are committed in the file.
done_in() { "$carom" report "$1" --json | sed 's/.*"done":\([0-9]*\).*/\1/'; }

# same A B: checks that two files have the same bytes.
same() {
    checks=$((checks + 1))
    cmp "$1" "$2" >"$work/out" 2>"$work/err" || fail "$1 and $2 differ"
}
