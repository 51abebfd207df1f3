//@ class: Compass
class Compass {
    enum Direction { NORTH, EAST, SOUTH, WEST }

    static int degrees(Direction direction) {
        switch (direction) { //~ covered
            case NORTH:
                return 0;
            case EAST:
                return 90;
            case SOUTH:
                return 180;
            default:
                return 270;
        }
    }
}
