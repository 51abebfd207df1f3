//! The rank tests on published examples: what R's manual prints, and what SciPy 1.17.1 computed from the same data. The
//! call that gave a number stands beside it.

use trine_statistics::{Alternative, a12, rank_sum, signed_rank};

use Alternative::{Greater, Less, TwoSided};

/// Depression scores of nine patients, first and second visit: Hollander and Wolfe (1973), in the manual of R's
/// `wilcox.test`.
#[expect(clippy::approx_constant, reason = "3.14 is a score here")]
const DEPRESSION: [(f64, f64); 9] = [
    (1.83, 0.878),
    (0.50, 0.647),
    (1.62, 0.598),
    (2.48, 2.05),
    (1.68, 1.06),
    (1.88, 1.29),
    (1.55, 1.06),
    (3.06, 3.14),
    (1.30, 1.29),
];

/// Heights of crossed less self-fertilized maize: Darwin (1876), in the manual of `scipy.stats.wilcoxon`.
const MAIZE: [f64; 15] = [6., 8., 14., 16., 23., 24., 28., 29., 41., -48., 49., 56., 60., -67., 75.];

/// Ten pairs with ties and one pair that does not differ.
const TIED: [(f64, f64); 10] = [
    (125., 110.),
    (115., 122.),
    (130., 125.),
    (140., 120.),
    (140., 140.),
    (115., 124.),
    (140., 123.),
    (125., 137.),
    (140., 135.),
    (135., 145.),
];

/// Permeability of human chorioamnion at term and earlier: Hollander and Wolfe (1973), in the manual of `wilcox.test`.
const TERM: [f64; 10] = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
const EARLIER: [f64; 5] = [1.15, 0.88, 0.90, 0.74, 1.21];

/// Ozone in May and in August, from R's data set `airquality`: 26 days each, with ties.
const MAY: [f64; 26] = [
    41., 36., 12., 18., 28., 23., 19., 8., 7., 16., 11., 14., 18., 14., 34., 6., 30., 11., 1., 11., 4., 32.,
    23., 45., 115., 37.,
];
const AUGUST: [f64; 26] = [
    39., 9., 16., 78., 35., 66., 122., 89., 110., 44., 28., 65., 22., 59., 23., 31., 44., 21., 9., 45., 168.,
    73., 76., 118., 84., 85.,
];

fn near(actual: f64, expected: f64) {
    assert!((actual - expected).abs() <= 1e-12 * expected.max(1e-3), "{actual} is not {expected}");
}

/// Samples of sixty: too many for the exact distribution.
fn sixty() -> (Vec<f64>, Vec<f64>) {
    let value = |factor: u32, modulus: u32, slope: f64| {
        move |i: u32| f64::from(i * factor % modulus) + slope * f64::from(i)
    };
    ((0..60).map(value(37, 101, 0.25)).collect(), (0..60).map(value(53, 97, 0.125)).collect())
}

#[test]
fn paired_visits_give_what_the_manual_of_r_prints() {
    // wilcox.test(x, y, paired = TRUE, alternative = "greater"): V = 40, p-value = 0.01953
    let result = signed_rank(&DEPRESSION, Greater);
    assert_eq!((result.statistic, result.differences, result.is_exact), (40.0, 9, true));
    // scipy.stats.wilcoxon(x, y, alternative=..., method="exact")
    assert_eq!(result.p_value, 0.01953125);
    assert_eq!(signed_rank(&DEPRESSION, TwoSided).p_value, 0.0390625);
    assert_eq!(signed_rank(&DEPRESSION, Less).p_value, 0.986328125);
}

#[test]
fn darwins_maize_gives_what_the_manual_of_scipy_prints() {
    let pairs = MAIZE.map(|difference| (difference, 0.0));
    // scipy.stats.wilcoxon(d): pvalue=0.041259765625; alternative="greater": statistic=96, pvalue=0.0206298828125
    assert_eq!(signed_rank(&pairs, TwoSided).p_value, 0.041259765625);
    let greater = signed_rank(&pairs, Greater);
    assert_eq!((greater.statistic, greater.p_value), (96.0, 0.0206298828125));
    assert_eq!(signed_rank(&pairs, Less).p_value, 0.982330322265625);
}

#[test]
fn ties_and_pairs_without_difference_are_corrected_for() {
    // scipy.stats.wilcoxon(x, y, alternative=..., method="asymptotic", correction=True, zero_method="wilcox")
    let greater = signed_rank(&TIED, Greater);
    assert_eq!((greater.statistic, greater.differences, greater.is_exact), (27.0, 9, false));
    near(greater.p_value, 0.31764465941760345);
    near(signed_rank(&TIED, TwoSided).p_value, 0.6352893188352069);
    near(signed_rank(&TIED, Less).p_value, 0.7233656428900035);
}

#[test]
fn sixty_pairs_are_approximated() {
    let (x, y) = sixty();
    let pairs: Vec<(f64, f64)> = x.into_iter().zip(y).collect();
    // scipy.stats.wilcoxon(x, y, alternative=..., method="asymptotic", correction=True)
    let greater = signed_rank(&pairs, Greater);
    assert_eq!((greater.statistic, greater.is_exact), (1069.0, false));
    near(greater.p_value, 0.08301804051449485);
    near(signed_rank(&pairs, TwoSided).p_value, 0.1660360810289897);
    near(signed_rank(&pairs, Less).p_value, 0.9181298456046076);
}

#[test]
fn no_difference_at_all_is_no_evidence() {
    for alternative in [TwoSided, Greater, Less] {
        assert_eq!(signed_rank(&[(1.0, 1.0), (2.0, 2.0)], alternative).p_value, 1.0);
        assert_eq!(signed_rank(&[], alternative).p_value, 1.0);
        assert_eq!(rank_sum(&[2.0; 60], &[2.0; 60], alternative).p_value, 1.0);
        assert_eq!(rank_sum(&[], &[1.0], alternative).p_value, 1.0);
    }
}

#[test]
fn permeability_gives_what_the_manual_of_r_prints() {
    // wilcox.test(x, y, alternative = "greater"): W = 35, p-value = 0.1272
    let greater = rank_sum(&TERM, &EARLIER, Greater);
    assert_eq!((greater.statistic, greater.is_exact), (35.0, true));
    // scipy.stats.mannwhitneyu(x, y, alternative=..., method="exact")
    near(greater.p_value, 0.1272061272061272);
    near(rank_sum(&TERM, &EARLIER, TwoSided).p_value, 0.2544122544122544);
    near(rank_sum(&TERM, &EARLIER, Less).p_value, 0.8967698967698967);
}

#[test]
fn ozone_with_ties_gives_what_the_manual_of_r_prints() {
    // wilcox.test(Ozone ~ Month, subset = Month %in% c(5, 8)): W = 127.5, p-value = 0.0001208
    let two_sided = rank_sum(&MAY, &AUGUST, TwoSided);
    assert_eq!((two_sided.statistic, two_sided.is_exact), (127.5, false));
    // scipy.stats.mannwhitneyu(x, y, alternative=..., method="asymptotic")
    near(two_sided.p_value, 0.00012080783076877434);
    near(rank_sum(&MAY, &AUGUST, Greater).p_value, 0.9999439498752809);
    near(rank_sum(&MAY, &AUGUST, Less).p_value, 6.040391538438717e-05);
}

#[test]
fn sixty_values_each_are_approximated() {
    let (x, y) = sixty();
    // scipy.stats.mannwhitneyu(x, y, alternative=..., method="asymptotic")
    let greater = rank_sum(&x, &y, Greater);
    assert_eq!((greater.statistic, greater.is_exact), (2071.0, false));
    near(greater.p_value, 0.07783709440852624);
    near(rank_sum(&x, &y, TwoSided).p_value, 0.15567418881705247);
    near(rank_sum(&x, &y, Less).p_value, 0.9229243308430233);
}

#[test]
fn the_effect_size_is_the_statistic_over_the_number_of_pairs() {
    // scipy.stats.mannwhitneyu(may, august).statistic / (26 * 26)
    assert_eq!(a12(&MAY, &AUGUST), Some(127.5 / 676.0));
    assert_eq!(a12(&AUGUST, &MAY), Some(1.0 - 127.5 / 676.0));
}
