import { h, render } from "./vendor/preact.js";
import htm from "./vendor/htm.js";

export const html = htm.bind(h);
export { render };
export { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.js";
export const capital = text => text ? text[0].toUpperCase() + text.slice(1) : text;
