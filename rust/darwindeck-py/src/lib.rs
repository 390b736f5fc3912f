//! `darwindeck._core`: the Python face of the DarwinDeck core. What Python sees is written in `_core.pyi`.

mod arrays;
mod audit;
mod learning;
mod play;
mod replay;
mod study;

use darwindeck_core::door::{self, DoorError, Limits};
use darwindeck_core::processor;
use darwindeck_core::program::Program;
use pyo3::exceptions::{PyImportError, PyValueError};
use pyo3::prelude::*;

use play::{CoreGame, CoreView, Position};

pyo3::create_exception!(
    darwindeck._core,
    JsonDoorError,
    PyValueError,
    "JSON turned away at the door: `kind` says why, `line` and `column` where."
);

fn door_error(py: Python<'_>, error: &DoorError) -> PyErr {
    let raised = JsonDoorError::new_err(error.to_string());
    let value = raised.value(py);
    let described = value
        .setattr("kind", error.kind.name())
        .and_then(|()| value.setattr("line", error.line))
        .and_then(|()| value.setattr("column", error.column))
        .and_then(|()| value.setattr("message", &error.message));
    match described {
        Ok(()) => raised,
        Err(failure) => failure,
    }
}

/// Raise JsonDoorError unless `data` is strict JSON within the limits.
#[pyfunction]
#[pyo3(signature = (data, *, max_bytes, max_depth, max_values, max_string, max_digits))]
fn check_json(
    py: Python<'_>,
    data: &[u8],
    max_bytes: usize,
    max_depth: usize,
    max_values: usize,
    max_string: usize,
    max_digits: usize,
) -> PyResult<()> {
    let limits = Limits { max_bytes, max_depth, max_values, max_string, max_digits };
    py.detach(|| door::check(data, &limits)).map_err(|error| door_error(py, &error))
}

/// The stable 64-bit identity of `data`, the same in every process and on every platform.
#[pyfunction]
fn fingerprint(py: Python<'_>, data: &[u8]) -> u64 {
    py.detach(|| darwindeck_core::fingerprint::fingerprint(data))
}

/// Raise ValueError unless `data` is bytecode that the core can run.
#[pyfunction]
fn verify_bytecode(py: Python<'_>, data: &[u8]) -> PyResult<()> {
    match py.detach(|| Program::decode(data)) {
        Ok(_) => Ok(()),
        Err(error) => Err(PyValueError::new_err(error.to_string())),
    }
}

/// Compiled for a processor that this machine does not have, the core would crash sooner or later.
fn check_processor() -> PyResult<()> {
    let missing = processor::missing();
    if missing.is_empty() {
        return Ok(());
    }
    Err(PyImportError::new_err(format!(
        "this build of darwindeck uses instructions that this processor lacks: {}. Build it for this \
         machine: run `RUSTFLAGS=\"-C target-cpu=native\" pip install .` where its sources are.",
        missing.join(", ")
    )))
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    check_processor()?;
    module.add_class::<CoreGame>()?;
    module.add_class::<Position>()?;
    module.add_class::<CoreView>()?;
    module.add_class::<arrays::CoreTable>()?;
    module.add_class::<arrays::CoreBatch>()?;
    module.add_function(wrap_pyfunction!(arrays::arrays_version, module)?)?;
    module.add("JsonDoorError", module.py().get_type::<JsonDoorError>())?;
    module.add_function(wrap_pyfunction!(check_json, module)?)?;
    module.add_function(wrap_pyfunction!(fingerprint, module)?)?;
    module.add_function(wrap_pyfunction!(verify_bytecode, module)?)?;
    module.add_function(wrap_pyfunction!(replay::replay_hand, module)?)?;
    module.add_function(wrap_pyfunction!(study::study_games, module)?)?;
    module.add_function(wrap_pyfunction!(audit::audit_games, module)?)?;
    module.add_function(wrap_pyfunction!(audit::audit_faults, module)?)?;
    module.add_function(wrap_pyfunction!(audit::audit_laws, module)?)?;
    module.add_function(wrap_pyfunction!(audit::judge_moment, module)?)?;
    module.add_function(wrap_pyfunction!(learning::schooling, module)?)?;
    module.add_function(wrap_pyfunction!(learning::learn_game, module)?)?;
    module.add_function(wrap_pyfunction!(learning::teach_game, module)?)?;
    module.add_function(wrap_pyfunction!(learning::has_learnt, module)?)?;
    module.add_function(wrap_pyfunction!(learning::weights_of, module)?)?;
    module.add_function(wrap_pyfunction!(learning::describe_features, module)?)?;
    module.add_function(wrap_pyfunction!(learning::learning_version, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
