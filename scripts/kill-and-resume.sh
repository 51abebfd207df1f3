#!/bin/sh
# Kills runs over examples/ with SIGKILL at random moments, reads what they leave, resumes them, and
# compares every file with that of an uninterrupted run: scripts/kill-and-resume.sh [ROUNDS] [SEED]
set -eu
cd "$(dirname "$0")/.."
TRINE_KILL_ROUNDS=${1:-20} TRINE_KILL_SEED=${2:-1} \
    "${CARGO:-cargo}" test --package trine-cli --test kill_and_resume -- --nocapture
