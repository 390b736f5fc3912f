// Everything fits, and what lay elsewhere slides to where it lies now.
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const slides = root => root.getAnimations({ subtree: true }).filter(animation => animation.id === "slide");
const overflows = node => node && (node.scrollHeight > node.clientHeight + 2 || node.scrollWidth > node.clientWidth + 2);

export function fit(root) {
  if (!root) return;
  // Slides in progress would count as overflow.
  for (const animation of slides(root)) animation.cancel();
  const parts = [".centre", ".mine", ".felt", ".hand"].map(name => root.querySelector(name));
  for (let size = 100; size >= 44; size -= 8) {
    root.style.setProperty("--fit", size / 100);
    if (!parts.some(overflows) && !overflows(root)) break;
  }
}

const pileOf = (places, number) => places.get(`pile ${number}`);

// Cards that nobody here can see fly as backs from pile to pile.
function fly(root, before, now, events) {
  let wait = 0;
  for (const event of events) {
    const hidden = (event.count ?? 0) - (event.faces?.length ?? 0);
    if (event.kind !== "card" || hidden < 1 || wait > 400) continue;
    const from = pileOf(before, event.source) ?? pileOf(now, event.source), to = pileOf(now, event.target) ?? pileOf(before, event.target);
    if (!from?.width || !to?.width) continue;
    const ghost = root.ownerDocument.createElement("div");
    ghost.className = "ghost";
    ghost.innerHTML = '<svg viewBox="0 0 100 140" aria-hidden="true"><use href="#back"/></svg>';
    root.append(ghost);
    const size = ghost.getBoundingClientRect(), at = box => `${box.left + box.width / 2 - size.width / 2}px ${box.top + box.height / 2 - size.height / 2}px`;
    const going = ghost.animate([{ translate: at(from), opacity: 1 }, { translate: at(to), opacity: 1, offset: .9 }, { translate: at(to), opacity: 0 }],
      { id: "slide", duration: 360, delay: wait, easing: "cubic-bezier(.3,.7,.2,1)", fill: "both" });
    going.onfinish = going.oncancel = () => ghost.remove();
    wait += 45;
  }
}

export function slide(root, resting, events, shown) {
  const before = resting.current, now = new Map();
  for (const node of root.querySelectorAll("[data-key]")) now.set(node.dataset.key, node.getBoundingClientRect());
  for (const node of root.querySelectorAll("[data-pile]")) now.set(`pile ${node.dataset.pile}`, node.getBoundingClientRect());
  resting.current = now;
  if (calm() || !before.size || now.size > 400) return;
  if (shown) fly(root, before, now, events);
  const from = new Map(events.filter(event => event.faces && event.source != null).flatMap(event => event.faces.map(face => [face, event.source])));
  for (const node of root.querySelectorAll("[data-key]")) {
    const key = node.dataset.key, old = before.get(key) ?? before.get(`pile ${from.get(Number(node.dataset.face))}`), at = now.get(key);
    if (!old || !at.width) continue;
    const x = old.left + old.width / 2 - at.left - at.width / 2, y = old.top + old.height / 2 - at.top - at.height / 2;
    if (Math.abs(x) + Math.abs(y) < 6) continue;
    node.animate([{ translate: `${x}px ${y}px` }, { translate: "0 0" }], { id: "slide", duration: 280, easing: "cubic-bezier(.2,.8,.2,1)" });
  }
}
