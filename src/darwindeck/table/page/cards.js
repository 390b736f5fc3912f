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
const LEFT = 35, MID = 50, RIGHT = 65;
const sides = (...rows) => rows.flatMap(y => [[LEFT, y], [RIGHT, y]]);
const PIPS = {
  A: [[MID, 70]],
  2: [[MID, 29], [MID, 111]],
  3: [[MID, 29], [MID, 70], [MID, 111]],
  4: sides(29, 111),
  5: [...sides(29, 111), [MID, 70]],
  6: sides(29, 70, 111),
  7: [...sides(29, 70, 111), [MID, 49]],
  8: [...sides(29, 70, 111), [MID, 49], [MID, 91]],
  9: [...sides(28, 56, 84, 112), [MID, 70]],
  10: [...sides(28, 56, 84, 112), [MID, 42], [MID, 98]],
};
// Ranks are drawn, not written: they look the same with any fonts. Each in a box of so many units, 22 high.
const GLYPHS = {
  A: [17, "M1 22L8.5 1L16 22M3.8 15H13.2"],
  K: [16, "M2 0V22M14.5 0L2.5 13M6.5 9L15 22"],
  Q: [17, "M8.5 1C4 1 1.5 5 1.5 11S4 21 8.5 21S15.5 17 15.5 11S13 1 8.5 1ZM9.5 15L16 22.5"],
  J: [13, "M11 0V15C11 19 9 21 6 21C3 21 1.5 19 1.5 15.5"],
  0: [16, "M8 1C4 1 1.5 5 1.5 11S4 21 8 21S14.5 17 14.5 11S12 1 8 1Z"],
  1: [9, "M1 5.500L7 1V22"],
  2: [16, "M1.5 6.500C1.5 3 4 1 8 1S14.5 3 14.5 6.500C14.5 12 2 15 2 20.500H15"],
  3: [16, "M2 1.500H13.500L7.5 9C12 9 14.5 11 14.5 15C14.5 19 12 21 8 21C4.5 21 2.5 19.5 1.5 17"],
  4: [16, "M11.5 22V1.500L1.5 15.500H15.5"],
  5: [16, "M13.5 1.500H3.500L2.5 10.500C4 9 6 8.5 8 8.500C12 8.5 14.5 11 14.5 14.700S12 21 8 21C4.5 21 2.5 19.5 1.5 17"],
  6: [16, "M13.5 3.500C12 1.8 10.5 1 8.5 1C4 1 1.5 6 1.5 13C1.5 18 4 21 8 21S14.5 18.5 14.5 14.700S12 8.5 8 8.500S2 11 1.5 14.5"],
  7: [16, "M1.5 1.500H14.500C10 8 7 15 6.5 22"],
  8: [16, "M8 10.300C4.5 10.3 2.5 8.5 2.5 5.600S4.5 1 8 1S13.5 2.7 13.5 5.600S11.5 10.3 8 10.300C4 10.3 1.5 12.3 1.5 15.600S4 21 8 21S14.5 19 14.5 15.600S12 10.3 8 10.300Z"],
  9: [16, "M2.5 18.500C4 20.2 5.5 21 7.5 21C12 21 14.5 16 14.5 9C14.5 4 12 1 8 1S1.5 3.5 1.5 7.300S4 13.5 8 13.500S14 11 14.5 7.5"],
};
const GAP = 3.4, TALL = 22;
// Half of a court, from its crown down to the belt in the middle of the card, drawn around x = 50.
const CROWNS = {
  K: "M39 28L37 15L44 21L50 12L56 21L63 15L61 28Z",
  Q: "M40 28L36.5 18L43 22L46 14L50 21L54 14L57 22L63.5 18L60 28ZM36.5 16.500a2 2 0 1 1 .1 0ZM46 12.800a2 2 0 1 1 .1 0ZM54 12.800a2 2 0 1 1 .1 0ZM63.5 16.500a2 2 0 1 1 .1 0Z",
  J: "M37 28C37 18 46 15 54 17C60 18.5 63 22 63 28ZM57 18C60 10 67 9 71 11C67 13 65 18 61 21Z",
};
const HAIR = {
  K: "M40 27H60C62 34 61 41 59 44C62 56 55 60 50 60C45 60 38 56 41 44C39 41 38 34 40 27Z",
  Q: "M39 27H61C66 36 65 50 62 56H38C35 50 34 36 39 27Z",
  J: "M39 27H61C63 33 63 41 60 45H40C37 41 37 33 39 27Z",
};
const FACE = "M42 29H58V38C58 44 54 47.5 50 47.500C46 47.5 42 44 42 38Z";
const FEATURES = "M45 36h.1M55 36h.1M50 37.500V41M47 43.600C49 44.6 51 44.6 53 43.6";
const BEARD = "M42 41C44 44 46 43 50 42.500C54 43 56 44 58 41C59 51 54 56 50 56C46 56 41 51 42 41Z";
const ROBE = "M27 70C27 58 34 53 43 50L50 59L57 50C66 53 73 58 73 70Z";
const COLLAR = "M41.5 50.500L46 47.500L50 55L54 47.500L58.5 50.500L50 63Z";
const SKIN = "#f3d3b0";
const LOCKS = { K: "#7b5532", Q: "#a8702d", J: "#5d3d22" };

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
  // The rank between two heights, around a middle; of ranks that nobody knows only the text is known.
  rank(x, top, tall, most = 100) {
    const drawn = [...this.face.rank].map(letter => GLYPHS[letter]);
    if (!drawn.length || drawn.some(glyph => !glyph)) {
      return this.word(x, top + tall * .92, tall * 1.2, this.face.rank, this.colour, this.length > 1 ? Math.min(most, this.length * tall * .62) : 0);
    }
    const wide = drawn.reduce((sum, [width]) => sum + width + GAP, -GAP), scale = tall / TALL, narrow = Math.min(scale, most / wide);
    let at = -wide / 2;
    return draw("g", { transform: `translate(${x} ${top}) scale(${narrow} ${scale})`, fill: "none", stroke: this.colour, "stroke-width": 3.5, "stroke-linejoin": "round" },
      drawn.map(([width, d]) => {
        const letter = draw("path", { d, transform: `translate(${at} 0)` });
        at += width + GAP;
        return letter;
      }));
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
      x: line / 2, y: line / 2, width: WIDTH - line, height: HEIGHT - line, rx: 7.5,
      fill: PAPER, stroke: "#b5ad9c", "stroke-width": line,
    });
  }
  corner() {
    if (this.length > 2) return [this.word(50, 17, 12, this.face.rank, this.colour, Math.min(84, this.length * 7))];
    return [this.rank(14, 8, 19, 20), this.suit ? this.mark(14, 38, 16) : null];
  }
  body() {
    const { face } = this;
    if (CROWNS[face.rank] && this.isFrench) return this.court();
    if (PIPS[face.rank] && this.isFrench) {
      const size = face.rank === "A" ? 52 : 21;
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
    const { rank } = this.face, line = { stroke: "#2a2118", "stroke-width": 0.9, "stroke-linejoin": "round", "stroke-linecap": "round" };
    const frame = draw("rect", { x: 25, y: 9, width: 50, height: 122, rx: 3, fill: this.colour, "fill-opacity": 0.06, stroke: this.colour, "stroke-width": 1 });
    const half = turned => draw("g", turned ? { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` } : {},
      draw("path", { d: HAIR[rank], fill: LOCKS[rank], ...line }),
      draw("path", { d: ROBE, fill: this.colour, ...line }),
      [[36, 64], [64, 64]].map(([x, y]) => draw("path", { d: this.shape, transform: `translate(${x} ${y}) scale(.075)`, fill: GOLD })),
      draw("path", { d: COLLAR, fill: GOLD, ...line }),
      draw("path", { d: FACE, fill: SKIN, ...line }),
      rank === "K" ? draw("path", { d: BEARD, fill: LOCKS.K, ...line }) : null,
      draw("path", { d: FEATURES, fill: "none", ...line, "stroke-width": 1.2 }),
      draw("path", { d: CROWNS[rank], fill: rank === "J" ? this.colour : GOLD, ...line }),
      rank === "J" ? draw("rect", { x: 37, y: 25.5, width: 26, height: 3.4, rx: 1.5, fill: GOLD, ...line }) : null,
      this.mark(31.5, 19, 13));
    const belt = draw("rect", { x: 25, y: 67.8, width: 50, height: 4.4, fill: GOLD, ...line });
    return [frame, half(false), half(true), belt];
  }
  symbols(number) {
    const opposite = draw("g", { transform: `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` }, this.corner());
    const full = draw("symbol", { id: `face-${number}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      this.paper(1.2), this.body(), this.corner(), opposite);
    // Small cards show rank and suit as large as they can.
    const rank = this.length > 2
      ? this.word(50, 34, 26, this.face.rank, this.colour, Math.min(90, this.length * 15))
      : this.rank(27, 10, 40, 42);
    const small = draw("symbol", { id: `small-${number}`, viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      this.paper(1.8), rank,
      this.suit ? [this.length > 2 ? null : this.mark(28, 72, 34), this.mark(62, 99, 58)] : this.star("translate(56 92) scale(.9)"));
    return [full, small];
  }
}

function back() {
  let lattice = "";
  for (let i = -7; i <= 10; i++) lattice += `M${i * 10} 6l128 128M${100 - i * 10} 6l-128 128`;
  return draw("symbol", { id: "back", viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    draw("clipPath", { id: "back-inside" }, draw("rect", { x: 9, y: 9, width: WIDTH - 18, height: HEIGHT - 18, rx: 4 })),
    draw("rect", { x: 0.6, y: 0.6, width: WIDTH - 1.2, height: HEIGHT - 1.2, rx: 8, fill: PAPER, stroke: "#b9b2a3", "stroke-width": 1.2 }),
    draw("rect", { x: 6, y: 6, width: WIDTH - 12, height: HEIGHT - 12, rx: 5, fill: "#1d3f70" }),
    draw("path", { d: lattice, stroke: "#4f7db8", "stroke-width": 1.1, fill: "none", "clip-path": "url(#back-inside)" }),
    draw("rect", { x: 9, y: 9, width: WIDTH - 18, height: HEIGHT - 18, rx: 4, fill: "none", stroke: "#8fb1dd", "stroke-width": 1 }),
    draw("circle", { cx: 50, cy: 70, r: 19, fill: "#1d3f70", stroke: "#8fb1dd", "stroke-width": 1.4 }),
    draw("circle", { cx: 50, cy: 70, r: 16, fill: "none", stroke: GOLD, "stroke-width": 1 }),
    draw("path", { d: FRENCH.spades, transform: "translate(50 69) scale(.19)", fill: GOLD }));
}

// How this browser wants cards drawn; a page from a file may not be allowed to remember it.
export function wants(look) {
  try {
    return localStorage.getItem(look) === "yes";
  } catch {
    return false;
  }
}

// A card by itself, for pages on which no pack is drawn.
export function cardOf(face, suits) {
  const [full] = new Face(face, suits, false).symbols(0);
  return draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" }, [...full.childNodes]);
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
