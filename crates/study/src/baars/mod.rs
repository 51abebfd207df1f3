//! The study of Baars, Harman, Hassoun, Lakhotia, McMinn, Tonella and Vos, "Symbolic search-based testing" (2011), section
//! V, repeated with our engine: what is the symbolically enhanced fitness worth to a search?
//!
//! ```text
//! subjects    the paper's functions where they can be had, ours like them where not
//! methods     with `--java`: what these do, written anew as static methods of a class
//! subject     what the study asks of a function of either kind
//! campaign    every branch on its own: algorithm x fitness x seed, on all cores
//! results     runs, gathered by function, branch and contestant
//! tables      success rates, evaluations, tests, effect sizes, analysis times, beside the paper's figures
//! verdict     what must show, and whether it does
//! ```
//!
//! | contestant | fitness |
//! |---|---|
//! | paper's | level plus d / (d + 1), as one number in double precision, which is what the paper's tool compares |
//! | standard | level, then raw distance: the same function without its rounding |
//! | enhanced | approximation level and path distance |
//! | portfolio | standard and enhanced in turn, by what the analysis and stagnation say |
//!
//! The two forms of the standard fitness are kept apart because the rounding alone costs much: neighbours that are some
//! 10^8 away from the wanted value look alike, and a climb ends there. What the enhanced fitness saves against the first is
//! what the paper measured; against the second it is what symbolic information is worth.
//!
//! With `--java` the functions are methods of Java, searched by the same algorithms with the same random streams, and judged by the
//! same claims. The paper knows C alone: its figures stand beside the methods for the sake of comparison.
//!
//! A search that does not cover its branch counts with its whole budget, as in the paper. Counts of evaluations do not
//! depend on the machine or its load; times of analyses do.

mod campaign;
mod methods;
mod paper;
mod results;
mod subject;
mod subjects;
mod tables;
mod verdict;

use crate::Tally;
use anyhow::Result;
use campaign::Plan;
use results::Results;
use std::path::{Path, PathBuf};
use std::time::Instant;
use subject::Subject;
use subjects::Sources;
use tables::Drawing;
use trine_statistics::boxplot::boxplot;

/// Options of `trine-study baars`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Five seeds.
    #[arg(long)]
    quick: bool,
    /// Seeds per branch and contestant [default: 30].
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// The first of the seeds. The protocol's begin at 1; rules of the search are chosen on others, from 101 on.
    #[arg(long, default_value_t = 1, value_name = "N")]
    first_seed: u64,
    /// Evaluations per search.
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    evaluations: u64,
    /// Only functions whose name contains this.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// The functions as static methods of Java.
    #[arg(long, conflicts_with = "subjects")]
    java: bool,
    /// Folder of the source of libtiff 3.8.2, for `PlaceImage` of its tiff2ps.
    #[arg(long, value_name = "DIR")]
    subjects: Option<PathBuf>,
    /// Folder for sources.
    #[arg(long, default_value = "target/corpus")]
    folder: PathBuf,
    /// Folder for tables and drawings [default: target/baars, with `--java` target/baars-java].
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Args {
    fn plan(&self) -> Plan {
        let seeds = self.seeds.unwrap_or(if self.quick { 5 } else { 30 });
        Plan { first_seed: self.first_seed, seeds, evaluations: self.evaluations }
    }

    fn out(&self) -> PathBuf {
        let usual = if self.java { "target/baars-java" } else { "target/baars" };
        self.out.clone().unwrap_or_else(|| PathBuf::from(usual))
    }

    /// The functions that are asked for.
    fn wanted(&self) -> Result<Vec<Box<dyn Subject>>> {
        let mut subjects = if self.java { methods::subjects()? } else { self.functions()? };
        subjects.retain(|subject| self.only.as_ref().is_none_or(|text| subject.name().contains(text)));
        Ok(subjects)
    }

    fn functions(&self) -> Result<Vec<Box<dyn Subject>>> {
        std::fs::create_dir_all(&self.folder)?;
        let old_tiff = self.subjects.clone();
        Sources { folder: self.folder.canonicalize()?, old_tiff }.subjects()
    }
}

/// Runs the study.
///
/// # Errors
/// When a package cannot be fetched or compiled, or results cannot be written.
pub fn run(args: &Args) -> Result<Tally> {
    let started = Instant::now();
    let out = args.out();
    std::fs::create_dir_all(&out)?;
    let subjects = args.wanted()?;
    let plan = args.plan();
    let results = Results::new(&subjects, plan, campaign::run(&subjects, plan));
    println!("\n{}", tables::text(&subjects, &results));
    write(&out, "branches.csv", &tables::csv(&subjects, &results))?;
    for Drawing { name, title, boxes } in tables::boxes(&subjects, &results) {
        let measure = "mean evaluations of a branch, in percent of the paper's standard fitness";
        write(&out, &format!("{name}.svg"), &boxplot(&title, measure, &boxes))?;
    }
    let (text, tally) = verdict::text(&subjects, &results);
    println!("{text}");
    println!("tables and drawings: {}", out.display());
    println!("{:.0} s", started.elapsed().as_secs_f64());
    Ok(tally)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<()> {
    Ok(std::fs::write(folder.join(name), text)?)
}
