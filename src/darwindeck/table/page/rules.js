// A rulebook drawn from plain values: every text becomes a text node.
import { html, useEffect, useRef } from "./html.js";

const pieces = text => text.map(([words, strong, red]) => {
  const inner = red ? html`<span class="red">${words}</span>` : words;
  return strong ? html`<strong>${inner}</strong>` : inner;
});

function Block({ block }) {
  if (block.p) return html`<p data-at=${block.at?.join(" ")}>${pieces(block.p)}</p>`;
  if (block.list) {
    const items = block.list.map(item => html`<li data-at=${item.at?.join(" ")}>${pieces(item.p)}${item.blocks.map(inner => html`<${Block} block=${inner} />`)}</li>`);
    return block.numbered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
  }
  return html`<div class="scroll" tabindex="0"><table>
    <thead><tr>${block.head.map(cell => html`<th scope="col">${pieces(cell)}</th>`)}</tr></thead>
    <tbody>${block.rows.map(row => html`<tr>${row.map(cell => html`<td>${pieces(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function Section({ section, depth }) {
  const head = { 2: html`<h2>${pieces(section.title)}</h2>`, 3: html`<h3>${pieces(section.title)}</h3>` }[depth]
    ?? html`<h4>${pieces(section.title)}</h4>`;
  return html`<section>${head}${section.blocks.map(block => html`<${Block} block=${block} />`)}
    ${section.sections.map(inner => html`<${Section} section=${inner} depth=${depth + 1} />`)}</section>`;
}

// The place that tells of a phase, or of one around it.
function placeOf(article, path) {
  const told = [...article.querySelectorAll("[data-at]")];
  for (let at = path; at; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const phases = node => node.dataset.at.split(" "), found = told.filter(node => phases(node).includes(at));
    // A survey tells of many phases; what tells of this one alone is better.
    if (found.length) return found.reduce((best, node) => phases(node).length < phases(best).length ? node : best);
  }
  return null;
}

export function Rules({ rules, at }) {
  const article = useRef(null);
  useEffect(() => {
    const place = at && placeOf(article.current, at);
    place?.classList.add("now");
    place?.scrollIntoView({ block: "center" });
    return () => place?.classList.remove("now");
  }, [at]);
  return html`<article class="rules" ref=${article}>${rules.map(section => html`<${Section} section=${section} depth=${2} />`)}</article>`;
}
