// release 25
String[] names = {"b", "a"};

void main(String[] args) {
    java.util.Arrays.sort(names);
    IO.println(String.join(" ", names) + " " + args.length);
    System.exit(names.length);
}
