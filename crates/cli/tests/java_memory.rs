//! `--memory` bounds what the command takes, whatever the tested code does.
//!
//! The kernel knows the most that a process had in memory (`VmHWM` in `/proc/PID/status`): it is read until the process ends.

mod support;

use std::process::Stdio;
use std::time::Duration;
use support::TestFolder;
use support::java::compile;

/// It keeps all that it makes, and never ends.
const HOARD: &str = "package p;
import java.util.ArrayList;
import java.util.List;
public class Hoard {
  private final List<byte[]> kept = new ArrayList<>();
  public int keep(int step) {
    while (true) {
      kept.add(new byte[1 << 18]);
      if (kept.size() == step) {
        return step;
      }
    }
  }
}
";

/// The most that the command had in memory under `--memory MEMORY`, in MiB.
fn peak_mib(place: &TestFolder, memory: &str) -> u64 {
    let arguments = ["java", "-cp", "classes", "p.Hoard", "--no-native", "--fresh", "--jobs", "1"];
    let mut command = place.command(&arguments);
    command.args(["--budget", "150evals", "--memory", memory]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("the command can be waited for").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        peak = peak.max(kib.unwrap_or_default() / 1024);
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(peak > 0, "the process was never seen");
    peak
}

#[test]
fn a_class_that_hoards_stays_within_the_memory_of_a_worker() {
    let place = TestFolder::new("java_memory", &[]);
    compile(&place, &[("p/Hoard.java", HOARD)], &[]);
    let (little, much) = (peak_mib(&place, "256MiB"), peak_mib(&place, "2GiB"));
    assert!(little < 256, "{little} MiB under --memory 256MiB");
    assert!(much > 256, "the class takes what it gets, and it got {much} MiB only under --memory 2GiB");
}
