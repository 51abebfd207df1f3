/** Names of media types: type, subtype, and a parameter. */
class MediaType {
    final String type;
    final String subtype;
    String charset = "";
    MediaType(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0) {
            throw new IllegalArgumentException("no type");
        }
        type = text.substring(0, slash);
        int end = text.indexOf(';');
        if (end < 0) {
            subtype = text.substring(slash + 1);
        } else if (end < slash) {
            throw new IllegalArgumentException("a parameter in front of the subtype");
        } else {
            subtype = text.substring(slash + 1, end);
            String parameter = text.substring(end + 1).trim();
            if (parameter.startsWith("charset=")) {
                charset = parameter.substring(8);
            }
        }
        if (subtype.isEmpty()) {
            throw new IllegalArgumentException("no subtype");
        }
    }
    boolean isText() {
        return type.equals("text") || type.equals("application") && subtype.endsWith("+xml");
    }
    int rank() {
        if (isText()) {
            return charset.equals("utf-8") ? 3 : charset.isEmpty() ? 2 : 1;
        }
        return type.equals("*") && subtype.equals("*") ? -1 : 0;
    }
}
