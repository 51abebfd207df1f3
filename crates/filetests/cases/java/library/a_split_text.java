//@ class: Fields
class Fields {
    static int count(String line) {
        String[] fields = line.split(",");
        return fields.length > 1 ? fields.length : 0; //~ covered
    }
}
