"""Runs sweeps, many samples of one scenario, and reads their results."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._files import FileError, Scenario, Source, file_error, source_text
from ._modules import MODULES, sweep as engine, sweep_ffi
from ._names import Mode, Status, Violation, text

Progress = Callable[[int, int, float], Any]
PathLike = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class WorstCase:
    """One of the worst samples: the value of its output, its index, and its inputs by name."""

    value: float
    sample: int
    inputs: Dict[str, float]


class LawSummary:
    """The results of a sweep for one law. Moments are of inputs, then outputs, in the order of `names`."""

    def __init__(self, study: SweepResults, law: int) -> None:
        self._study, self._law = study, law
        self.name = study.laws[law]
        self.names = [*study.inputs, *study.outputs]
        n = len(self.names)
        rooms = [np.empty(n), np.empty((n, n)), np.empty(n), np.empty(n)]
        pointers = [sweep_ffi.cast("double *", room.ctypes.data) for room in rooms]
        engine.carom_sweep_moments(study._handle, law, *pointers)
        self.mean, self.covariance, self.minimum, self.maximum = rooms

    @property
    def answers(self) -> int:
        """Number of samples with a result."""
        return int(engine.carom_sweep_count(self._study._handle, self._law, engine.CAROM_SWEEP_COUNT_ANSWERS, 0))

    @property
    def modes(self) -> Dict[str, int]:
        """Number of results by mode."""
        return self._counts(engine.CAROM_SWEEP_COUNT_MODE, {m: int(m) for m in Mode})

    @property
    def statuses(self) -> Dict[str, int]:
        """Number of samples by status."""
        return self._counts(engine.CAROM_SWEEP_COUNT_STATUS, {s: int(s) for s in Status})

    @property
    def violations(self) -> Dict[str, int]:
        """Counts of results by the conditions that they violate."""
        return self._counts(engine.CAROM_SWEEP_COUNT_VIOLATION, {b: int(b) for b in Violation})

    def _counts(self, counted: int, rows: Dict[Any, int]) -> Dict[str, int]:
        count = engine.carom_sweep_count
        counts = {row.label: int(count(self._study._handle, self._law, counted, number)) for row, number in rows.items()}
        return {name: number for name, number in counts.items() if number}

    def quantile(self, output: str, share: float) -> float:
        """Returns the value below which a fraction of the output lies, with a relative error of at most 1/32."""
        place = self._study.outputs.index(output)
        return float(engine.carom_sweep_quantile(self._study._handle, self._law, place, share))

    def histogram(self, output: str) -> Tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """Returns counts and edges like numpy.histogram; values outside the edges are not counted."""
        place = self._study.outputs.index(output)
        info = engine.carom_sweep_output_at(engine.carom_sweep_study(self._study._handle), place)
        if not info.histogram:
            raise FileError(f'the sweep kept no histogram of "{output}"; "histograms" in the sweep file asks for one')
        bins = engine.carom_sweep_histogram(self._study._handle, self._law, place)
        counts = np.array([bins[i + 1] for i in range(engine.CAROM_SWEEP_BINS)], dtype=np.uint64)
        return counts, np.linspace(info.low, info.high, engine.CAROM_SWEEP_BINS + 1)

    @property
    def worst(self) -> List[WorstCase]:
        """The worst cases, worst first."""
        found: List[WorstCase] = []
        case = sweep_ffi.new("carom_sweep_case *")
        while engine.carom_sweep_worst(self._study._handle, self._law, len(found), case):
            found.append(WorstCase(case.value, int(case.sample), self._study.sample(int(case.sample))))
        return found

    def replay(self, sample: Union[int, WorstCase]) -> Scenario:
        """Returns one sample as a scenario with this law and its parameters."""
        number = sample.sample if isinstance(sample, WorstCase) else sample
        asked = self._study._handle, self._law, number
        length = engine.carom_sweep_sample_scenario(*asked, sweep_ffi.NULL, 0)
        if not length:
            raise FileError(f"the study has no sample {number}")
        written = sweep_ffi.new("char[]", length + 1)
        engine.carom_sweep_sample_scenario(*asked, written, length + 1)
        return Scenario(json.loads(text(written)))

    @property
    def columns(self) -> Dict[str, NDArray[Any]]:
        """Every sample, if the study kept them: outputs, status, mode and violations."""
        made: Dict[str, NDArray[Any]] = {
            name: self._study._column(self._law, k) for k, name in enumerate(self._study.outputs)
        }
        for name in ("status", "mode", "violations"):
            made[name] = self._study._bytes(self._law, getattr(engine, f"CAROM_SWEEP_CODE_{name.upper()}"))
        return made

    def __repr__(self) -> str:
        return f"<{self.name}: {self.answers} answers of {self._study.done} samples>"


class SweepResults:
    """The results of a sweep, finished or not: ``study["routh"]`` has the results of one law.

    samples, done   total number of samples, and number of those done
    inputs, laws, outputs   their names
    columns   every sample's inputs as arrays, if the study kept them ("columns": true in the sweep file)
    """

    def __init__(self, path: PathLike) -> None:
        why = sweep_ffi.new("carom_error *")
        self.path = os.fspath(path)
        handle = engine.carom_sweep_open(os.fsencode(self.path), MODULES, why)
        if not handle:
            raise file_error(self.path, why)
        self._handle = sweep_ffi.gc(handle, engine.carom_sweep_close)
        study = engine.carom_sweep_study(handle)
        shape = engine.carom_sweep_describe(study)
        self.samples, self.seed, self.about = int(shape.samples), int(shape.seed), text(engine.carom_sweep_name(study, engine.CAROM_SWEEP_NAME_NOTE, 0))
        self.inputs = [text(engine.carom_sweep_name(study, engine.CAROM_SWEEP_NAME_INPUT, k)) for k in range(shape.inputs)]
        self.laws = [text(engine.carom_sweep_name(study, engine.CAROM_SWEEP_NAME_LAW, k)) for k in range(shape.laws)]
        self.outputs = [text(engine.carom_sweep_output_at(study, k).name) for k in range(shape.outputs)]
        self._kept = bool(shape.columns)

    @property
    def done(self) -> int:
        """Samples in the file."""
        return int(engine.carom_sweep_done(self._handle))

    def __getitem__(self, law: str) -> LawSummary:
        if law not in self.laws:
            raise KeyError(f'this sweep did not ask a law called "{law}"; it asked {", ".join(self.laws)}')
        return LawSummary(self, self.laws.index(law))

    def __iter__(self) -> Iterator[str]:
        return iter(self.laws)

    def __len__(self) -> int:
        return len(self.laws)

    def sample(self, number: int) -> Dict[str, float]:
        """The inputs of one sample by name."""
        room = sweep_ffi.new("double[]", max(1, len(self.inputs)))
        if not 0 <= number < self.samples or engine.carom_sweep_sample_inputs(self._handle, number, room):
            raise FileError(f"the study has no sample {number}")
        return dict(zip(self.inputs, map(float, room)))

    @property
    def columns(self) -> Dict[str, NDArray[np.float64]]:
        """Every sample's inputs by name."""
        return {name: self._column(-1, k) for k, name in enumerate(self.inputs)}

    def _room(self, dtype: Any) -> NDArray[Any]:
        if not self._kept:
            raise FileError(f'{self.path} keeps no samples; "columns": true in the sweep file asks for them')
        return np.empty(self.samples, dtype=dtype)

    def _column(self, law: int, column: int) -> NDArray[np.float64]:
        made = self._room(np.float64)
        room = sweep_ffi.from_buffer("double[]", made)
        if not engine.carom_sweep_column(self._handle, law, column, 0, made.size, room):
            raise FileError(f"{self.path} cannot be read")
        return made

    def _bytes(self, law: int, kind: int) -> NDArray[np.uint8]:
        made = self._room(np.uint8)
        if not engine.carom_sweep_codes(self._handle, law, kind, 0, made.size, sweep_ffi.from_buffer("uint8_t[]", made)):
            raise FileError(f"{self.path} cannot be read")
        return made

    def __repr__(self) -> str:
        return f"<study {self.path}: {self.done} of {self.samples} samples, laws {', '.join(self.laws)}>"


class _Watch:
    """Reports progress; the library calls it a few times a second. Any exception, including an interrupt, stops the run."""

    def __init__(self, progress: Optional[Progress]) -> None:
        self.progress = progress
        self.raised: Optional[BaseException] = None
        self.stop = sweep_ffi.new("sig_atomic_t *", 0)
        self.callback = sweep_ffi.callback(
            "carom_sweep_progress_fn", self.tell, onerror=lambda kind, error, trace: self.end(error)
        )

    def tell(self, context: Any, news: Any) -> None:
        if self.progress and not self.raised:
            self.progress(int(news.done), int(news.samples), float(news.rate))

    def end(self, error: BaseException) -> None:
        self.raised = self.raised or error
        self.stop[0] = 1


def sweep(
    study: Source,
    out: PathLike,
    *,
    samples: Optional[int] = None,
    resume: bool = False,
    progress: Optional[Progress] = None,
) -> SweepResults:
    """Runs a sweep: computes samples of one scenario with each law, and writes summaries and worst cases to a file.

    Parameters
    ----------
    study : file name or dict
        the inputs that vary, the laws and the outputs (docs/sweep.md)
    out : file name
        the results, an HDF5 file; nothing is overwritten
    samples : int, optional
        number of samples; overrides the study
    resume : bool
        continue an earlier run, if there is one
    progress : function, optional
        called as progress(done, samples, rate) a few times a second

    Ctrl-C stops the run and raises KeyboardInterrupt; finished samples are kept, and resume=True continues. The file has the
    same bytes as that of the command. Returns the results, like carom.open_sweep(out).

    >>> import carom, os, tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> study = {"scenario": {"W": [[2.5, -1.5], [-1.5, 2.5]], "v": [-1, 0.6], "params": {"e": 0.5}},
    ...          "laws": ["routh"], "inputs": {"params.mu": {"uniform": [0, 1]}}, "samples": 10000}
    >>> found = carom.sweep(study, os.path.join(folder.name, "study.h5"))
    >>> found["routh"]
    <routh: 10000 answers of 10000 samples>
    >>> found["routh"].modes  # it sticks for mu >= 0.6
    {'c-sticking': 4050, 'c-reversed': 5950}
    """
    name, written = source_text(study)
    why = sweep_ffi.new("carom_error *")
    handle = engine.carom_sweep_parse(written, len(written), samples or 0, MODULES, why)
    if not handle:
        raise file_error(name, why)
    read = sweep_ffi.gc(handle, engine.carom_sweep_free)
    watch = _Watch(progress)
    options = sweep_ffi.new("carom_sweep_options *", engine.carom_sweep_options_default())
    options.resume, options.stop, options.tell = resume, watch.stop, watch.callback
    news = sweep_ffi.new("carom_sweep_progress *")
    status = engine.carom_sweep_run(read, os.fsencode(out), options, news, why)
    if watch.raised:
        raise watch.raised
    if status in (Status.OK, Status.ALREADY_DONE):
        return SweepResults(out)
    if status == Status.FILE_EXISTS:
        raise FileExistsError(f"{os.fspath(out)} exists; resume=True goes on with it, or choose another name")
    if news.error:
        safe = f"{news.done} of {news.samples} samples are safe, resume=True goes on"
        raise OSError(news.error, f"{os.strerror(news.error)}; {safe}", os.fspath(out))
    raise OSError(f"{os.fspath(out)} {text(why.detail)}")


def open_sweep(path: PathLike) -> SweepResults:
    """Opens the results of a sweep, whether it is finished or still running.

    >>> import carom
    >>> carom.open_sweep("none.h5")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    carom.FileError: none.h5: cannot be opened...
    """
    return SweepResults(path)
