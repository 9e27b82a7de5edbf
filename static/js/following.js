// Follows a chart without reloads, remembers the place, and keeps the screen awake. Without it, every step is a page.

const KEY = "following:";

function arrive() {
  const cursor = document.querySelector("[data-follow]");
  if (!cursor) return;
  const phase = cursor.querySelector(".phases [aria-current]");
  const row = phase?.closest("ol");
  if (row) row.scrollLeft = phase.offsetLeft - (row.clientWidth - phase.offsetWidth) / 2;
  if (location.pathname.includes("/at/")) return;
  try {
    localStorage.setItem(KEY + cursor.dataset.follow, JSON.stringify([location.pathname, cursor.dataset.step]));
  } catch { /* Storage may be full or forbidden. */ }
}

let asked = "";
async function show(address, isNew) {
  if (address === asked) return;
  asked = address;
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.querySelector("#main");
  if (!next || !page.querySelector("[data-follow]")) throw new Error("no step");
  document.title = page.title;
  document.querySelector("#main").replaceWith(next);
  if (isNew) history.pushState({ followed: true }, "", answer.url);
  here = location.pathname;
  asked = "";
  next.focus({ preventScroll: true });
  scrollTo(0, 0);
  arrive();
  document.dispatchEvent(new Event("shown"));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".thumb a, .phases a, .jumps-to a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (!link.closest("[data-follow]") || link.pathname.endsWith("/timing/")) return;
  event.preventDefault();
  show(link.href, true).catch(() => { asked = ""; location.href = link.href; });
});
let here = location.pathname;
addEventListener("popstate", () => {
  // A link within the page is not another step.
  if (!document.querySelector("[data-follow]") || location.pathname === here) return;
  here = location.pathname;
  show(location.href, false).catch(() => location.reload());
});

let lock = null;
async function stayAwake() {
  try {
    if (!lock && document.visibilityState === "visible") lock = await navigator.wakeLock?.request("screen");
    lock?.addEventListener("release", () => { lock = null; });
  } catch { /* The phone is saving power. */ }
}

function offerToResume() {
  const place = document.querySelector("[data-resume]");
  let kept = null;
  try {
    kept = place && JSON.parse(localStorage.getItem(KEY + place.dataset.resume));
  } catch { /* Nothing usable was kept. */ }
  if (!kept) return;
  const link = document.createElement("a");
  link.className = "button";
  link.href = kept[0];
  link.textContent = place.dataset.words.replace("STEP", kept[1]);
  place.append(link);
  place.hidden = false;
}

if (document.querySelector("[data-follow]")) {
  arrive();
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}
offerToResume();
