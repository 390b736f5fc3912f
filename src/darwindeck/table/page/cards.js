// Playing cards as vectors, for any pack that a genome declares. Every face becomes one <symbol>;
// a card on the table is an <svg> that uses it, so that a hundred cards cost no more than one.
const NS = "http://www.w3.org/2000/svg";
export const WIDTH = 100, HEIGHT = 140;

// Suits in a box from -50 to 50 around their middle.
const FRENCH = {
  hearts:
    "M0 46C-13 30-46 9-46-17C-46-33-35-44-22-44C-12-44-4-38 0-29C4-38 12-44 22-44C35-44 46-33 46-17C46 9 13 30 0 46Z",
  diamonds: "M0-48C10-29 22-14 38 0C22 14 10 29 0 48C-10 29-22 14-38 0C-22-14-10-29 0-48Z",
  spades:
    "M0-48C13-29 45-11 45 13C45 27 35 35 24 35C15 35 8 31 4 24C5 35 9 42 16 47H-16C-9 42-5 35-4 24C-8 31-15 35-24 35C-35 35-45 27-45 13C-45-11-13-29 0-48Z",
  clubs:
    "M0-47A21 21 0 0 1 17-14A21 21 0 1 1 4 20C5 33 9 41 16 46H-16C-9 41-5 33-4 20A21 21 0 1 1-17-14A21 21 0 0 1 0-47Z",
};
// Suits of a genome's own: told apart by shape as well, and drawn without any font.
const SHAPES = [
  "M0-42A42 42 0 1 1-.1-42Z",
  "M-37-37H37V37H-37Z",
  "M0-44L44 36H-44Z",
  "M0-47L12-15L47-15L19 6L29 40L0 20L-29 40L-19 6L-47-15L-12-15Z",
  "M-47 0C-30-40 30-40 47 0C30 40-30 40-47 0Z",
  "M-15-44H15V-15H44V15H15V44H-15V15H-44V-15H-15Z",
  "M0-47L41-23V23L0 47L-41 23V-23Z",
  "M-40-42L42 0L-40 42L-18 0Z",
];
const COLOURS = {
  red: "#c4202f", black: "#1b1e24", blue: "#1763b6", green: "#1a7a3c", yellow: "#b07d00",
  gold: "#b07d00", orange: "#c25a00", purple: "#6d3bb3", brown: "#7a4a21", white: "#666", grey: "#555",
  gray: "#555", pink: "#c2327d", cyan: "#0d7c8c", teal: "#0d7c8c",
};
const FOUR_COLOURS = { diamonds: "#1763b6", clubs: "#1a7a3c" };
const GOLD = "#e0a526", PAPER = "#fffdf8", STAR = "M0-34L9-11L33-11L14 4L21 28L0 13L-21 28L-14 4L-33-11L-9-11Z";

// Where the pips of a French card lie.
const LEFT = 36, MID = 50, RIGHT = 64;
const sides = (...rows) => rows.flatMap(y => [[LEFT, y], [RIGHT, y]]);
const PIPS = {
  A: [[MID, 70]],
  2: [[MID, 35], [MID, 105]],
  3: [[MID, 35], [MID, 70], [MID, 105]],
  4: sides(35, 105),
  5: [...sides(35, 105), [MID, 70]],
  6: sides(35, 70, 105),
  7: [...sides(35, 70, 105), [MID, 52]],
  8: [...sides(35, 70, 105), [MID, 52], [MID, 88]],
  9: [...sides(33, 58, 82, 107), [MID, 70]],
  10: [...sides(33, 58, 82, 107), [MID, 45], [MID, 95]],
};
const HEADS = {
  K: "M-21 12L-25-11L-12 0L0-19L12 0L25-11L21 12ZM-21 16H21V21H-21Z",
  Q: "M-18 12L-23-7L-12 2L-7-13L0 0L7-13L12 2L23-7L18 12ZM-18 16H18V20H-18ZM-23-11a3 3 0 1 1 .1 0ZM-7-17a3 3 0 1 1 .1 0ZM7-17a3 3 0 1 1 .1 0ZM23-11a3 3 0 1 1 .1 0Z",
  J: "M-21 16C-21 2-10-6 4-6C14-6 21 0 21 8V16ZM6-8C10-20 20-22 27-18C22-16 20-10 14-6ZM-23 19H23V23H-23Z",
};

function draw(tag, attributes, ...children) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  for (const child of children.flat()) if (child != null) node.append(child);
  return node;
}

const shapeOf = (suit, number) => FRENCH[suit.name] || SHAPES[number % SHAPES.length];

export function colourOf(suit, four) {
  if (!suit) return "#5b2a86";
  return (four && FOUR_COLOURS[suit.name]) || COLOURS[suit.colour.toLowerCase()] || COLOURS.black;
}

class Face {
  constructor(face, suits, four) {
    this.face = face;
    this.suit = suits[face.suit];
    this.shape = this.suit && shapeOf(this.suit, face.suit);
    this.colour = colourOf(this.suit, four);
    this.length = [...face.rank].length;
    this.isFrench = this.suit && FRENCH[this.suit.name];
  }
  mark(x, y, size, turned) {
    const where = `translate(${x} ${y})${turned ? " rotate(180)" : ""} scale(${size / 100})`;
    return draw("path", { d: this.shape, transform: where, fill: this.colour });
  }
  word(x, y, size, text, fill = this.colour, width = 0) {
    const node = draw("text", { x, y, "font-size": size, "text-anchor": "middle", fill, class: "print" });
    if (width) {
      node.setAttribute("textLength", width);
      node.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    node.textContent = text;
    return node;
  }
  paper(line) {
    return draw("rect", {
      x: line / 2, y: line / 2, width: WIDTH - line, height: HEIGHT - line, rx: 8,
      fill: PAPER, stroke: "#b9b2a3", "stroke-width": line,
    });
  }
  corner() {
    if (this.length > 2) return [this.word(50, 17, 12, this.face.rank, this.colour, Math.min(84, this.length * 7))];
    const rank = this.word(15, 26, this.length > 1 ? 24 : 27, this.face.rank, this.colour, this.length > 1 ? 22 : 0);
    return [rank, this.suit ? this.mark(15, 40, 18) : null];
  }
  body() {
    const { face } = this;
    if (HEADS[face.rank] && this.isFrench) return this.court();
    if (PIPS[face.rank] && this.isFrench) {
      const size = face.rank === "A" ? 48 : 19;
      return PIPS[face.rank].map(([x, y]) => this.mark(x, y, size, y > 70));
    }
    if (this.suit) {
      return [
        draw("ellipse", { cx: 50, cy: 70, rx: 30, ry: 47, fill: this.colour, transform: "rotate(22 50 70)" }),
        this.word(50, 70 + (this.length > 2 ? 6 : 14), this.length > 2 ? 17 : 40, face.rank, PAPER,
          this.length > 4 ? 52 : 0),
        this.length > 2 ? this.mark(50, 96, 18) : null,
      ];
    }
    return [this.star("translate(50 66)"), this.word(50, 118, 14, face.name, this.colour, Math.min(88, face.name.length * 8))];
  }
  star(where) {
    return draw("path", { d: STAR, transform: where, fill: GOLD, stroke: this.colour, "stroke-width": 2, "stroke-linejoin": "round" });
  }
  court() {
    const frame = draw("rect", {
      x: 28, y: 13, width: 44, height: 114, rx: 4, fill: this.colour, "fill-opacity": 0.07,
      stroke: this.colour, "stroke-opacity": 0.55, "stroke-width": 1.2,
    });
    const half = turned => {
      const head = draw("path", {
        d: HEADS[this.face.rank], transform: "translate(50 34) scale(.8)", fill: GOLD,
        stroke: this.colour, "stroke-width": 1.6, "stroke-linejoin": "round",
      });
      const where = turned ? { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` } : {};
      return draw("g", where, head, this.mark(42, 59, 22));
    };
    const sash = draw("path", { d: "M28 92L72 48", stroke: this.colour, "stroke-opacity": 0.45, "stroke-width": 1.2 });
    return [frame, sash, half(false), half(true)];
  }
  symbols(number) {
    const opposite = draw("g", { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` }, this.corner());
    const full = draw("symbol", { id: `face-${number}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      this.paper(1.2), this.body(), this.corner(), opposite);
    // Small cards show rank and suit as large as they can.
    const sizes = { 1: 54, 2: 46 };
    const rank = this.length > 2
      ? this.word(50, 34, 26, this.face.rank, this.colour, Math.min(90, this.length * 15))
      : this.word(28, 47, sizes[this.length], this.face.rank, this.colour, this.length > 1 ? 46 : 0);
    const small = draw("symbol", { id: `small-${number}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      this.paper(1.8), rank,
      this.suit ? [this.length > 2 ? null : this.mark(28, 72, 34), this.mark(62, 99, 58)] : this.star("translate(56 92) scale(.9)"));
    return [full, small];
  }
}

function back() {
  let diamonds = "";
  for (let y = 0; y < 8; y++) for (let x = 0; x < 5; x++) diamonds += `M${16 + x * 17} ${15 + y * 16}l5-7l5 7l-5 7z`;
  return draw("symbol", { id: "back", viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    draw("rect", { x: 0.7, y: 0.7, width: WIDTH - 1.4, height: HEIGHT - 1.4, rx: 8, fill: PAPER, stroke: "#b9b2a3", "stroke-width": 1.2 }),
    draw("rect", { x: 6, y: 6, width: WIDTH - 12, height: HEIGHT - 12, rx: 5, fill: "#234a7c" }),
    draw("path", { d: diamonds, fill: "none", stroke: "#6f97c9", "stroke-width": 1.2 }),
    draw("circle", { cx: 50, cy: 70, r: 15, fill: "#234a7c", stroke: GOLD, "stroke-width": 1.6 }),
    draw("path", { d: FRENCH.spades, transform: "translate(50 70) scale(.17)", fill: GOLD }));
}

// How this browser wants cards drawn; a page from a file may not be allowed to remember it.
export function wants(look) {
  try {
    return localStorage.getItem(look) === "yes";
  } catch {
    return false;
  }
}

export function drawPack(table) {
  const four = wants("four colours");
  document.getElementById("pack")?.remove();
  const pack = draw("svg", { id: "pack", width: 0, height: 0, "aria-hidden": "true" }, back());
  table.faces.forEach((face, number) => pack.append(...new Face(face, table.suits, four).symbols(number)));
  table.suits.forEach((suit, number) => pack.append(
    draw("symbol", { id: `suit-${number}`, viewBox: "0 0 110 110" },
      draw("path", { d: shapeOf(suit, number), transform: "translate(55 55)", fill: colourOf(suit, four) }))));
  document.body.append(pack);
}
