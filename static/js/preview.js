// Shows what a card or section is when its link is hovered with a mouse or reached by keyboard; never on touch.

function showPreviews() {
  const links = "a.to-card, a.to-ruling";
  const box = document.createElement("div");
  box.className = "preview";
  box.id = "preview";
  box.setAttribute("role", "tooltip");
  box.popover = "manual";
  if (!("showPopover" in box)) return;
  document.body.append(box);

  const kept = new Map();
  let link = null;
  let showing = 0;
  let hiding = 0;

  const hide = () => {
    clearTimeout(showing);
    clearTimeout(hiding);
    if (link) link.removeAttribute("aria-describedby");
    link = null;
    if (box.matches(":popover-open")) box.hidePopover();
  };

  const place = () => {
    const at = link.getClientRects()[0] || link.getBoundingClientRect();
    const below = at.bottom + 8;
    box.style.left = `${Math.max(16, Math.min(at.left, innerWidth - box.offsetWidth - 16))}px`;
    box.style.top = `${below + box.offsetHeight < innerHeight ? below : Math.max(8, at.top - box.offsetHeight - 8)}px`;
  };

  const fetched = (address) => {
    if (!kept.has(address)) {
      kept.set(address, fetch(`${document.body.dataset.previews}?of=${encodeURIComponent(address)}`)
        .then((answer) => (answer.ok ? answer.text() : ""))
        .catch(() => ""));
    }
    return kept.get(address);
  };

  const show = (target, delay) => {
    if (target === link) return clearTimeout(hiding);
    hide();
    link = target;
    showing = setTimeout(async () => {
      const html = await fetched(target.pathname);
      if (!html || link !== target) return;
      box.innerHTML = html;
      target.setAttribute("aria-describedby", box.id);
      box.showPopover();
      place();
    }, delay);
  };

  // It can be reached with the mouse, and stays while the mouse is over it.
  const leave = () => { clearTimeout(hiding); hiding = setTimeout(hide, 250); };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const target = event.target.closest(links);
    if (target) show(target, 350);
    else if (event.target.closest(".preview")) clearTimeout(hiding);
    else if (link && document.activeElement !== link) leave();
  });
  document.addEventListener("focusin", (event) => {
    const target = event.target.closest(links);
    if (target && target.matches(":focus-visible")) show(target, 150);
    else hide();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  // Reaching a link by keyboard may scroll the page to it.
  addEventListener("scroll", () => {
    if (!link || !box.matches(":popover-open")) return;
    const at = link.getBoundingClientRect();
    const isGone = at.bottom < 0 || at.top > innerHeight;
    if (isGone && document.activeElement !== link) hide();
    else place();
  }, { passive: true });
}

showPreviews();
