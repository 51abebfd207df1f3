//! Numbers as the studies print them.

/// A share of 1 in percent.
///
/// ```
/// assert_eq!(trine_statistics::show::percent(0.255), "25.5 %");
/// ```
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A p-value: three digits, or its order of magnitude when they are all zero.
///
/// ```
/// use trine_statistics::show::p_value;
/// assert_eq!([p_value(0.04126), p_value(1.0), p_value(0.0000123)], ["0.041", "1.000", "1.2e-5"]);
/// ```
pub fn p_value(p: f64) -> String {
    if p < 0.001 { format!("{p:.1e}") } else { format!("{p:.3}") }
}
