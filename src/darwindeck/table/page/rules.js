// A rulebook drawn from plain values: every text becomes a text node.
import { html } from "./html.js";

const pieces = text => text.map(([words, strong, red]) => {
  const inner = red ? html`<span class="red">${words}</span>` : words;
  return strong ? html`<strong>${inner}</strong>` : inner;
});

function Block({ block }) {
  if (block.p) return html`<p>${pieces(block.p)}</p>`;
  if (block.list) {
    const items = block.list.map(item => html`<li>${pieces(item.p)}${item.blocks.map(inner => html`<${Block} block=${inner} />`)}</li>`);
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

export const Rules = ({ rules }) => html`<article class="rules">${rules.map(section => html`<${Section} section=${section} depth=${2} />`)}</article>`;
