//! Numbers of policy: shares, bounds and patience that decide how well a search does, and nothing about what is right.
//!
//! They stand together so that who tunes one sees the others. Each says which study judges it: the command whose tables show
//! what another value would cost or gain (`docs/results.md` has the figures of those that hold). Most were set by judgement
//! while a filetest demanded them, and no study has varied them; those say so. What a number means stands where it is used.
//!
//! Bounds that keep output readable (lengths of texts) or that follow from a format are no policy and stay where they are
//! used; so does the price of a query ([`crate::schedule::price`]), whose numbers derive from each other.

/// How the budget of a unit is shared between techniques, and among shapes.
#[derive(Clone, Copy, Debug)]
pub struct SchedulePolicy {
    /// Of the rate of a shape, what its twin counts: its queries are harder. Judged by `trine-study hybrid`.
    pub if_converted_rate: f64,
    /// What a turn weighs after the next of the same shape: one that paid well is returned to through long
    /// dry stretches, as in a decoder, where most paths end in the header. Judged by `trine-study hybrid`.
    pub shape_memory: f64,
    /// The least that a technique gets. Judged by `trine-study hybrid`.
    pub min_share: f64,
    /// What a slice weighs after the next of the same technique. Judged by `trine-study hybrid`.
    pub technique_memory: f64,
    /// Evaluations after which what covered nothing counts half. Judged by `trine-study hybrid`.
    pub patience_evals: f64,
    /// Of the budget, the slices that proofs of single goals get before the search goes on. Judged by
    /// `trine-study hybrid`.
    pub refutation_slices: u64,
    /// Slices of paths without a goal after which the first look at paths ends. Judged by `trine-study hybrid`.
    pub early_patience_slices: u32,
    /// Of the budget, a slice: one in so many. Judged by `trine-study hybrid`.
    pub slices: u64,
    /// Of a slice, the first turns of paths and of values in a unit without other shapes: one in so many. Judged by
    /// `trine-study testcomp --compare`.
    pub first_turn_share: u64,
}

/// The numbers that hold.
pub const SCHEDULE: SchedulePolicy = SchedulePolicy {
    if_converted_rate: 0.5,
    shape_memory: 0.9,
    min_share: 0.15,
    technique_memory: 0.7,
    patience_evals: 1_000.0,
    refutation_slices: 2,
    early_patience_slices: 2,
    slices: 32,
    first_turn_share: 8,
};

/// What of a budget of time the search gets, and what the work after it.
#[derive(Clone, Copy, Debug)]
pub struct ClockPolicy {
    /// Evaluations of a budget of time as long as too few were made to know how long they take. Judged by
    /// the filetests alone.
    pub unknown_pace_evals: u64,
    /// Evaluations from which on it is known. Judged by the filetests alone.
    pub pace_evals: u64,
    /// Runs that the replay of a test takes at least: four, which are watched closely and take twice as
    /// long. Judged by the filetests alone.
    pub replay_runs: u32,
    /// The part of a budget of time, in percent, that the search gets. Judged by `trine-study corpus`.
    pub search_percent: u32,
    /// What it gets, in percent, however long the replay will take. Judged by `trine-study corpus`.
    pub min_search_percent: u32,
    /// The part of a budget of time, in percent, that is reserved for a small suite with simple values.
    /// Judged by `trine-study corpus`.
    pub suite_percent: u32,
}

/// The numbers that hold.
pub const CLOCK: ClockPolicy = ClockPolicy {
    unknown_pace_evals: 20_000,
    pace_evals: 4,
    replay_runs: 8,
    search_percent: 92,
    min_search_percent: 75,
    suite_percent: 10,
};

/// How values are searched for: attempts at goals, variation, fixed repertoires.
#[derive(Clone, Copy, Debug)]
pub struct ValuesPolicy {
    /// Evaluations of the first attempt at a goal by alternating variables, at most. Judged by the filetests alone.
    pub first_attempt_evals: u64,
    /// Evaluations of such an attempt, at least. Judged by the filetests alone.
    pub min_attempt_evals: u64,
    /// Of what is left, the part that the first attempts at all goals take together: one in so many. Judged
    /// by the filetests alone.
    pub first_iteration_share: u64,
    /// Evaluations of the first attempt by the genetic algorithm: a dozen generations of its 300
    /// individuals. Judged by the filetests alone.
    pub first_population_evals: u64,
    /// Ways to a goal that are aimed at together. Judged by the filetests alone.
    pub targets_at_once: usize,
    /// Archived tests that may start an attempt. Judged by the filetests alone.
    pub max_starts: usize,
    /// Slices that each half of an attempt may spend on other shapes before it varies values. Judged by
    /// `trine-study hybrid`.
    pub shape_slices: u64,
    /// Evaluations of the hunt for faults, at most. Judged by the filetests alone.
    pub bound_probe_evals: u64,
    /// Calls of one test, at most. Judged by the filetests alone.
    pub max_calls: u32,
    /// Random evaluations of each number of calls. Judged by the filetests alone.
    pub repeat_evals: u64,
    /// Random evaluations of the base shape before anything else, at most. Judged by the filetests alone.
    pub explore_evals: u64,
    /// Random evaluations of each variant. Judged by the filetests alone.
    pub variant_evals: u64,
    /// Archived tests whose values each variant is tried with. Judged by the filetests alone.
    pub adopted_tests: usize,
    /// Variants of one stream before another test is taken. Judged by the filetests alone.
    pub stream_variants: usize,
    /// Changes in one variant of a stream, at most. Judged by the filetests alone.
    pub max_stream_changes: u64,
    /// Tests that are varied: the latest. Judged by the filetests alone.
    pub varied_tests: usize,
    /// Combinations that are run with one shape. Judged by the filetests alone.
    pub max_command_lines: usize,
    /// Allocations of one test that are made to fail. Judged by the filetests alone.
    pub max_failing_allocations: u128,
    /// Of what is left of the budget, the part spent on each assertion: one in so many. Judged by the
    /// filetests alone.
    pub violation_share: u64,
    /// Evaluations spent on one assertion, at most. Judged by the filetests alone.
    pub violation_evals: u64,
    /// Archived tests that may start the search for a violation. Judged by the filetests alone.
    pub violation_starts: usize,
    /// Assertions tried. Judged by the filetests alone.
    pub max_assertions: usize,
    /// Generations without anything better after which a population may be said to stagnate: one interval
    /// between migrations. Judged by the filetests alone.
    pub patience_generations: u64,
}

/// The numbers that hold.
pub const VALUES: ValuesPolicy = ValuesPolicy {
    first_attempt_evals: 400,
    min_attempt_evals: 64,
    first_iteration_share: 4,
    first_population_evals: 4000,
    targets_at_once: 4,
    max_starts: 32,
    shape_slices: 1,
    bound_probe_evals: 200,
    max_calls: 4,
    repeat_evals: 24,
    explore_evals: 256,
    variant_evals: 12,
    adopted_tests: 8,
    stream_variants: 32,
    max_stream_changes: 4,
    varied_tests: 48,
    max_command_lines: 200,
    max_failing_allocations: 12,
    violation_share: 16,
    violation_evals: 2_000,
    violation_starts: 8,
    max_assertions: 16,
    patience_generations: 20,
};

/// How shapes of inputs are changed.
#[derive(Clone, Copy, Debug)]
pub struct ShapesPolicy {
    /// Evaluations after which a shape has grown to what runs ask for. Judged by the filetests alone.
    pub growing_evals: u64,
    /// Null pointers that one try unfolds in a row. Judged by the filetests alone.
    pub max_unfolded: usize,
    /// Random evaluations of a shape that did nothing new with the values it came with. Judged by the
    /// filetests alone.
    pub hint_evals: usize,
    /// Steps of one descent over shapes. Judged by the filetests alone.
    pub max_descent_steps: usize,
    /// Shapes looked at in one step. Judged by the filetests alone.
    pub max_neighbours: usize,
    /// Places of a shape that change at once, at most. Judged by the filetests alone.
    pub max_changes: usize,
    /// Draws of a shape in a row that gave nothing untried, after which the shapes there are count as tried.
    /// Judged by the filetests alone.
    pub max_misses: usize,
    /// The part of the draws that makes a text long, where there is one. Judged by the filetests alone.
    pub long_string_chance: f64,
    /// Shapes that get a twin with long strings. Judged by the filetests alone.
    pub lengthened_shapes: usize,
    /// Shapes tried in a row: each may reveal the next argument. Judged by the filetests alone.
    pub max_retyped: usize,
    /// Experiments on the length of one object. Judged by the filetests alone.
    pub max_length_experiments: u32,
    /// Answers that one function gives in one test, at most. Judged by the filetests alone.
    pub max_program_answers: u32,
    /// A test that runs out of answers gets so many more. Judged by the filetests alone.
    pub program_answers_at_once: u32,
}

/// The numbers that hold.
pub const SHAPES: ShapesPolicy = ShapesPolicy {
    growing_evals: 400,
    max_unfolded: 4,
    hint_evals: 4,
    max_descent_steps: 8,
    max_neighbours: 10,
    max_changes: 3,
    max_misses: 64,
    long_string_chance: 0.25,
    lengthened_shapes: 3,
    max_retyped: 32,
    max_length_experiments: 3,
    max_program_answers: 256,
    program_answers_at_once: 8,
};

/// How single runs are bounded and paid for.
#[derive(Clone, Copy, Debug)]
pub struct RunsPolicy {
    /// Once a run did not end: fewest steps of later runs. Judged by the filetests alone.
    pub min_steps: u64,
    /// Once a run did not end: steps of later runs, as a multiple of the longest that ended. Judged by the
    /// filetests alone.
    pub steps_multiple: u64,
    /// Runs with a known fault that are asked whether they blame the code, where the first did not. Judged
    /// by `trine-study campaign`.
    pub max_seen_again: u32,
    /// Tests kept because they got further in a function called, at most. Judged by the filetests alone.
    pub max_callee_progress: usize,
    /// A run counts as one more evaluation for each so many bytes that it made. Judged by the filetests alone.
    pub bytes_per_eval: u64,
    /// Branches remembered of one run. Judged by the filetests alone.
    pub max_decided: usize,
    /// Runs that end at one limit before any branch of the function under test, after which no other end is
    /// expected. Judged by `trine-study corpus`.
    pub unconditional_limit_runs: u64,
    /// Such runs, some of which came to a branch, after which no other end is expected. Judged by
    /// `trine-study corpus`.
    pub conditional_limit_runs: u64,
}

/// The numbers that hold.
pub const RUNS: RunsPolicy = RunsPolicy {
    min_steps: 20_000,
    steps_multiple: 50,
    max_seen_again: 16,
    max_callee_progress: 128,
    bytes_per_eval: 1 << 20,
    max_decided: 1024,
    unconditional_limit_runs: 256,
    conditional_limit_runs: 10_000,
};

/// How paths are explored, and what a question to the solver may take.
#[derive(Clone, Copy, Debug)]
pub struct PathsPolicy {
    /// Visits of one condition in one call before a run is led out of the loop. Judged by the filetests alone.
    pub max_condition_visits: u32,
    /// Terms of one shape, at most. Judged by the filetests alone.
    pub max_enumeration_terms: usize,
    /// Queries for each path that may be enumerated. Judged by the filetests alone.
    pub queries_per_path: usize,
    /// Shapes whose paths are enumerated, at most. Judged by the filetests alone.
    pub max_enumerated_shapes: usize,
    /// Times that a shape may grow while its paths are enumerated. Judged by the filetests alone.
    pub max_enumeration_growths: usize,
    /// Conflicts of one query. Judged by the filetests alone.
    pub enumeration_conflicts: u32,
    /// Conflicts of the query that is the last resort for a path. Judged by the filetests alone.
    pub patient_conflicts: u32,
    /// Rounds in which values are made simple. Judged by the filetests alone.
    pub simpler_iterations: usize,
    /// Shapes whose paths are explored in the twin. Judged by the filetests alone.
    pub max_converted_shapes: usize,
    /// Functions that are looked through for something to convert. Judged by the filetests alone.
    pub max_converted_functions: usize,
    /// Conflicts of one query. Judged by the filetests alone.
    pub conflicts: u32,
    /// Opposites of what runs relied on that are solved for in one shape. Judged by the filetests alone.
    pub hunt_queries: usize,
    /// Evaluations that the query for each of these may take. Judged by the filetests alone.
    pub hunt_query_evals: u64,
    /// Archived tests that an exploration starts from. Judged by the filetests alone.
    pub exploration_starts: usize,
    /// Terms of one exploration, at most: some fifty megabytes. Runs of long loops reach it. Judged by the
    /// filetests alone.
    pub max_exploration_terms: usize,
    /// Shapes whose paths are explored, at most. Judged by the filetests alone.
    pub max_explorations: usize,
    /// Turns without a goal after which the inputs of a whole program grow. Judged by `trine-study testcomp --compare`.
    pub turns_of_a_length: u32,
    /// Runs that a proof may rest on. Judged by the filetests alone.
    pub max_proof_runs: usize,
    /// A query may take this part of what is left of a budget of evaluations: no query is worth the rest.
    /// Judged by `trine-study hybrid`.
    pub query_share: u64,
    /// Evaluations that a query may take however little is left. Judged by `trine-study hybrid`.
    pub min_query_evals: u64,
    /// Evaluations of one decision at which a vector is asked for, at a time. Judged by the filetests alone.
    pub vector_places: usize,
    /// Queries made ready at a time. Judged by the filetests alone.
    pub max_vector_queries: usize,
    /// Nodes of one evaluation of a decision that are looked at. Judged by the filetests alone.
    pub max_vector_nodes: usize,
}

/// The numbers that hold.
pub const PATHS: PathsPolicy = PathsPolicy {
    max_condition_visits: 16,
    max_enumeration_terms: 300_000,
    queries_per_path: 8,
    max_enumerated_shapes: 8,
    max_enumeration_growths: 16,
    enumeration_conflicts: 5_000,
    patient_conflicts: 200_000,
    simpler_iterations: 4,
    max_converted_shapes: 4,
    max_converted_functions: 64,
    conflicts: 5_000,
    hunt_queries: 256,
    hunt_query_evals: 2_000,
    exploration_starts: 8,
    max_exploration_terms: 300_000,
    max_explorations: 24,
    turns_of_a_length: 3,
    max_proof_runs: 1 << 14,
    query_share: 4,
    min_query_evals: 2_000,
    vector_places: 2,
    max_vector_queries: 16,
    max_vector_nodes: 512,
};

/// What finishing a suite may take: proofs by running, simple values, promises.
#[derive(Clone, Copy, Debug)]
pub struct SuitePolicy {
    /// Objects that are tried for one that shows an effect. Judged by the filetests alone.
    pub max_effect_objects: usize,
    /// Single values that are tried. Judged by the filetests alone.
    pub max_effect_values: usize,
    /// At most this many runs make a proof. Judged by `trine-study campaign`.
    pub max_exhaustive_runs: u64,
    /// Executions spent on making the values of one unit simple. Judged by `trine-study corpus`.
    pub simplify_executions: u64,
    /// A block of so many values of one kind may as well be uniform. Judged by the filetests alone.
    pub uniform_block: usize,
    /// Joint changes tried per test. Judged by the filetests alone.
    pub together_attempts: usize,
    /// Mean complexity of a leaf below which a test is simple enough. Judged by the filetests alone.
    pub simple_enough: u64,
    /// Parts of a block up to which all are checked. Judged by the filetests alone.
    pub few_parts: usize,
    /// Parts of a larger block that are checked, at most. Judged by the filetests alone.
    pub max_parts: usize,
    /// Covered goals that development builds try to refute, at most. Judged by the filetests alone.
    pub checked_goals: usize,
}

/// The numbers that hold.
pub const SUITE: SuitePolicy = SuitePolicy {
    max_effect_objects: 8,
    max_effect_values: 16,
    max_exhaustive_runs: 1 << 16,
    simplify_executions: 20_000,
    uniform_block: 16,
    together_attempts: 400,
    simple_enough: 12,
    few_parts: 8,
    max_parts: 16,
    checked_goals: 256,
};

/// How mutants of a unit are made, and how long inputs are looked for that show those alive.
#[derive(Clone, Copy, Debug)]
pub struct MutantsPolicy {
    /// Mutants of one function, at most. Judged by `trine-study assertions --mutants`.
    pub max_mutants: usize,
    /// Instructions of all of them together: each is a whole function. Judged by the filetests alone.
    pub max_instructions: usize,
    /// Steps of a run against a mutant, as a multiple of those without. Judged by the filetests alone.
    pub steps_multiple: u64,
    /// Steps that such a run may have however short the one without is. Judged by the filetests alone.
    pub min_steps: u64,
    /// Runs that telling which mutants the suite notices may take. Judged by the filetests alone.
    pub max_matrix_runs: u64,
    /// Of the evaluations of the budget, the part that may be spent in runs on mutants that are alive: one in so many. Judged by
    /// `trine-study assertions --mutants`.
    pub telling_share: u64,
    /// Archived tests that are tried before new inputs. Judged by `trine-study assertions --mutants`.
    pub archived_tests: usize,
    /// Tests whose inputs are changed for one mutant. Judged by `trine-study assertions --mutants`.
    pub bases: usize,
    /// Values of a test that are changed one by one. Judged by `trine-study assertions --mutants`.
    pub single_values: usize,
    /// Runs that making one telling test simple may take. Judged by `trine-study assertions --mutants`.
    pub simplify_runs: u64,
}

/// The numbers that hold.
pub const MUTANTS: MutantsPolicy = MutantsPolicy {
    max_mutants: 128,
    max_instructions: 300_000,
    steps_multiple: 10,
    min_steps: 10_000,
    max_matrix_runs: 6_000,
    telling_share: 2,
    archived_tests: 200,
    bases: 3,
    single_values: 24,
    simplify_runs: 200,
};
