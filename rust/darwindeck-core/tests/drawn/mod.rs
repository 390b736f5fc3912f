//! How property tests draw their cases.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// So many cases, the same ones on every run and every machine; `DARWINDECK_TEST_SCALE=10` draws ten times
/// as many.
pub fn drawn(cases: u32) -> ProptestConfig {
    let scale = std::env::var("DARWINDECK_TEST_SCALE");
    let scale =
        scale.map_or(1.0, |text| text.parse::<f64>().expect("DARWINDECK_TEST_SCALE is a number"));
    let cases = ((f64::from(cases) * scale) as u32).max(1);
    ProptestConfig {
        cases,
        max_global_rejects: cases.max(1024),
        rng_seed: RngSeed::Fixed(0),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
