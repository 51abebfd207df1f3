#!/bin/sh
# Runs Trine on every unit in examples/, C and Java, and says how each run ended.
#
#   scripts/demo.sh [OUT]      OUT is the folder for the results, trine-out by default
#
# Fails when a run ends with anything but 0 (done) or 2 (done, and inputs that crash the unit were found).
set -u

cd "$(dirname "$0")/.." || exit 1
out=${1:-trine-out}
trine=target/release/trine
summary=
failed=no

for source in examples/*.c; do
    name=$(basename "$source" .c)
    criterion=branch
    [ "$name" != controller ] || criterion=mcdc
    echo "== trine c $source --criterion $criterion --out $out/$name"
    "$trine" c "$source" --criterion "$criterion" --out "$out/$name"
    code=$?
    case $code in
        0) verdict="done" ;;
        2) verdict="done, inputs that crash it in $out/$name/crashes" ;;
        *)
            verdict="FAILED with exit code $code"
            failed=yes
            ;;
    esac
    summary="$summary$(printf '  %-12s %-7s %s' "$name" "$criterion" "$verdict")
"
done

# The Java examples: compiled as a project would, sources beside the classes for the report.
mkdir -p "$out/java/classes"
javac -g -d "$out/java/classes" examples/java/com/example/*.java || failed=yes
for source in examples/java/com/example/*.java; do
    name=$(basename "$source" .java)
    echo "== trine java -cp $out/java/classes:examples/java com.example.$name --out $out/java/$name"
    "$trine" java -cp "$out/java/classes:examples/java" "com.example.$name" --out "$out/java/$name"
    code=$?
    case $code in
        0) verdict="done" ;;
        2) verdict="done, findings in $out/java/$name" ;;
        *)
            verdict="FAILED with exit code $code"
            failed=yes
            ;;
    esac
    summary="$summary$(printf '  %-16s %-7s %s' "$name" branch "$verdict")
"
done

echo
echo "$summary"
echo "Tests:    $out/*/tests/      (run them: make -C $out/triangle/tests)"
echo "          $out/java/*/tests/ (JUnit 5)"
echo "Reports:  $out/*/report/index.html, $out/java/*/report/index.html"
[ "$failed" = no ]
