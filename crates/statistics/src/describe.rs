//! What is typical of a sample: mean, median, quantiles, and the five numbers of a box plot.
//!
//! Quantiles are interpolated as R (`type = 7`) and NumPy do by default. Whiskers reach to the farthest value within one
//! and a half box lengths (Tukey, "Exploratory Data Analysis", 1977); what lies beyond is an outlier.

/// The mean; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The median; `None` of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The value below which a share of `probability`, in [0, 1], lies; `None` of nothing.
///
/// ```
/// assert_eq!(trine_statistics::quantile(&[4.0, 1.0, 3.0, 2.0], 0.25), Some(1.75));
/// ```
pub fn quantile(values: &[f64], probability: f64) -> Option<f64> {
    quantile_of_sorted(&sorted(values), probability)
}

/// The numbers a box plot draws.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxSummary {
    /// First quartile: the lower end of the box.
    pub lower_quartile: f64,
    /// The line in the box.
    pub median: f64,
    /// Third quartile: the upper end of the box.
    pub upper_quartile: f64,
    /// Least value that is no outlier.
    pub lower_whisker: f64,
    /// Greatest value that is no outlier.
    pub upper_whisker: f64,
    /// Values beyond the whiskers, ascending.
    pub outliers: Vec<f64>,
}

impl BoxSummary {
    /// Summarizes `values`; `None` of nothing.
    pub fn of(values: &[f64]) -> Option<Self> {
        let sorted = sorted(values);
        let [lower_quartile, median, upper_quartile] =
            [0.25, 0.5, 0.75].map(|probability| quantile_of_sorted(&sorted, probability));
        let (lower_quartile, median, upper_quartile) = (lower_quartile?, median?, upper_quartile?);
        let reach = 1.5 * (upper_quartile - lower_quartile);
        let within = |value: &f64| *value >= lower_quartile - reach && *value <= upper_quartile + reach;
        Some(Self {
            lower_quartile,
            median,
            upper_quartile,
            lower_whisker: sorted.iter().copied().find(within)?,
            upper_whisker: sorted.iter().copied().rev().find(within)?,
            outliers: sorted.iter().copied().filter(|value| !within(value)).collect(),
        })
    }
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn quantile_of_sorted(sorted: &[f64], probability: f64) -> Option<f64> {
    let position = probability.clamp(0.0, 1.0) * sorted.len().checked_sub(1)? as f64;
    let below = sorted.get(position.floor() as usize)?;
    let above = sorted.get(position.ceil() as usize)?;
    Some(below + (above - below) * position.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ozone at New York in May 1973, from R's data set `airquality`, without the days that are missing.
    const MAY: [f64; 26] = [
        41., 36., 12., 18., 28., 23., 19., 8., 7., 16., 11., 14., 18., 14., 34., 6., 30., 11., 1., 11., 4.,
        32., 23., 45., 115., 37.,
    ];

    #[test]
    fn quantiles_are_those_of_numpy() {
        // numpy.quantile(may, [0, .1, .25, .5, .75, .9, 1])
        let expected =
            [(0.0, 1.0), (0.1, 6.5), (0.25, 11.0), (0.5, 18.0), (0.75, 31.5), (0.9, 39.0), (1.0, 115.0)];
        for (probability, value) in expected {
            assert_eq!(quantile(&MAY, probability), Some(value), "{probability}");
        }
    }

    #[test]
    fn means_and_medians_of_few_values() {
        assert_eq!((mean(&[]), median(&[])), (None, None));
        assert_eq!((mean(&[1.0, 0.0, 0.5]), median(&[1.0, 0.0, 0.5])), (Some(0.5), Some(0.5)));
        assert_eq!(median(&[0.0, 1.0, 0.5, 1.0]), Some(0.75));
    }

    #[test]
    fn a_value_far_from_the_box_is_an_outlier() {
        let summary = BoxSummary::of(&MAY).unwrap();
        assert_eq!((summary.lower_quartile, summary.median, summary.upper_quartile), (11.0, 18.0, 31.5));
        assert_eq!((summary.lower_whisker, summary.upper_whisker), (1.0, 45.0));
        assert_eq!(summary.outliers, [115.0]);
    }

    #[test]
    fn a_single_value_is_its_own_box() {
        let summary = BoxSummary::of(&[2.0]).unwrap();
        assert_eq!((summary.lower_whisker, summary.median, summary.upper_whisker), (2.0, 2.0, 2.0));
        assert_eq!(BoxSummary::of(&[]), None);
    }
}
