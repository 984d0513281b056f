// A tray for a card reader: the coil below, one sleeved card above it, always at the same place. Lengths in mm.
// Measure your own parts, change the numbers, and `make tray`; or openscad -D 'sleeve=[70,120]' -o tray.stl tray.scad

sleeve = [66, 91];        // width and depth of a card in its sleeve
reader = [60, 45, 9];     // width, depth and height of coil and board, as they lie beside or on each other
wall = 2;                 // all walls
cover = 1.6;              // between coil and card: thin, so that the tag is near the coil
rim = 4;                  // how deep the card lies
play = 0.6;               // on each side of card, reader and lid
cable = [8, 5];           // width and height of the slot for the cable
floor = 2;                // thickness of the lid below
part = "tray";            // "tray", "lid", or "both" (drawn apart, to look at)

$fn = 40;
corner = 3;               // radius of the outer corners
ledge = 1.5;              // what the lid rests on, all round

inner = [max(sleeve[0] + 2 * play, reader[0] + 2 * (play + ledge)), max(sleeve[1] + 2 * play, reader[1] + 2 * (play + ledge))];
outer = [inner[0] + 2 * wall, inner[1] + 2 * wall];
height = floor + reader[2] + play + cover + rim;
lid = [reader[0] + 2 * (play + ledge), reader[1] + 2 * (play + ledge)];

assert(min(sleeve) > 0 && min(reader) > 0 && min(cable) > 0, "sizes are more than 0");
assert(wall >= 1.2 && cover >= 0.8 && floor >= 1, "walls thinner than this do not print");
assert(cable[1] <= reader[2] + play, "the cable is higher than the room for the reader");

module block(size, z, radius) {
    linear_extrude(z) offset(radius) square([size[0] - 2 * radius, size[1] - 2 * radius], center = true);
}

module tray() {
    difference() {
        block(outer, height, corner);
        translate([0, 0, height - rim]) block([sleeve[0] + 2 * play, sleeve[1] + 2 * play], rim + 1, 1);
        // a finger lifts the card at either side
        for (side = [-1, 1]) translate([side * outer[0] / 2, 0, height - rim]) cylinder(r = 11, h = rim + 1);
        // the reader's room, and the lid's below it
        translate([0, 0, -1]) block([reader[0] + 2 * play, reader[1] + 2 * play], floor + reader[2] + play + 1, 0.5);
        translate([0, 0, -1]) block([lid[0], lid[1]], floor + 1, 1);
        // open below: the cable is laid in, its plug need not pass
        translate([-cable[0] / 2, 0, -1]) cube([cable[0], outer[1], floor + cable[1] + 1]);
    }
}

module lid() {
    difference() {
        block([lid[0] - play, lid[1] - play], floor - 0.2, 1);
        translate([0, -lid[1] / 2, -1]) cylinder(r = 6, h = floor + 2);  // to get it out again
    }
}

if (part == "tray") tray();
if (part == "lid") lid();
if (part == "both") {
    tray();
    translate([0, 0, -22]) lid();
}
