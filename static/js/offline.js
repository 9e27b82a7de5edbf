// Keeps a game on this phone: fetched as a whole or not at all, and brought up to date when there is a network.

import { INDEXES } from "./pocket-words.js";

const POCKET = "pocket";
const KEPT = "kept-games";
// How what is kept is written (rulings/selectors/data/pocket.py); nothing else is read as if it were this.
export const FORMAT = 2;
export const FETCHED = "X-Fetched";

export function keptGames() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) || {};
  } catch {
    return {};
  }
}

function note(address, value) {
  const kept = keptGames();
  if (value) kept[address] = value; else delete kept[address];
  localStorage.setItem(KEPT, JSON.stringify(kept));
}

async function hashOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((one) => one.toString(16).padStart(2, "0")).join("");
}

const isGone = (answer) => answer.status === 404 || answer.status === 410;

// Fetches a game; what did not arrive as a whole changes nothing.
export async function keep(address) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (isGone(answer)) {
    await forget(address);
    return null;
  }
  if (!answer.ok) throw new Error(gettext("The site did not answer. Try again later."));
  const bytes = await answer.arrayBuffer();
  const expected = answer.headers.get("X-Content-Hash");
  if (expected !== await hashOf(bytes)) throw new Error(gettext("The download was broken. What was kept before is still there."));
  const game = JSON.parse(new TextDecoder().decode(bytes));
  if (game.format !== FORMAT) throw new Error(gettext("The site was updated. Load this page again."));
  const headers = { "Content-Type": "application/json", [FETCHED]: new Date().toISOString() };
  try {
    await (await caches.open(POCKET)).put(address, new Response(bytes, { headers }));
  } catch {
    throw new Error(gettext("There is no room on this phone. Nothing was changed."));
  }
  note(address, { hash: expected, format: FORMAT, editions: game.editions });
  return game;
}

export async function forget(address) {
  await (await caches.open(POCKET)).delete(address);
  await (await caches.open(INDEXES)).delete(address, { ignoreSearch: true });
  note(address, null);
}

// What is new in the editions of a game since it was kept.
function news(before, after) {
  const known = new Set((before || []).map((edition) => edition.url));
  return after.filter((edition) => !known.has(edition.url));
}

function tell({ title, changed, url, compare_url: comparison }) {
  const bar = document.createElement("aside");
  bar.className = "banner";
  bar.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = comparison || url;
  link.textContent = changed
    ? ngettext("%(edition)s is out: %(count)s ruling changed", "%(edition)s is out: %(count)s rulings changed", changed, { edition: title })
    : gettext("%(edition)s is out", { edition: title });
  bar.append(link);
  document.querySelector("#main").before(bar);
}

// Brings what is kept up to date; what is not there any more goes. Whether there is anything new, the site says shortly.
export async function refresh() {
  for (const [address, kept] of Object.entries(keptGames())) {
    try {
      const answer = await fetch(address, { method: "HEAD", cache: "no-store" });
      if (isGone(answer)) await forget(address);
      if (!answer.ok || (kept.format === FORMAT && answer.headers.get("X-Content-Hash") === kept.hash)) continue;
      const game = await keep(address);
      if (game) news(kept.editions, game.editions).forEach(tell);
    } catch { /* The next page tries again. */ }
  }
}

// The words on the button, with the size of what is fetched.
async function offered(place, address) {
  const answer = await fetch(address, { method: "HEAD" }).catch(() => null);
  const size = Number(answer?.ok && answer.headers.get("X-Compressed-Size"));
  if (!size) return place.dataset.keep;
  return gettext("Keep this game on this phone (%(size)s kB)", { size: Math.ceil(size / 1000) });
}

async function offer() {
  const place = document.querySelector("[data-pocket]");
  if (!place || !("serviceWorker" in navigator) || !("caches" in window)) return;
  const address = place.dataset.pocket;
  const button = place.querySelector("button");
  const said = place.querySelector("[role=status]");
  const show = async () => {
    button.textContent = keptGames()[address] ? place.dataset.forget : await offered(place, address);
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (keptGames()[address]) {
        await forget(address);
        said.textContent = place.dataset.forgotten;
      } else {
        await navigator.serviceWorker.register("/sw.js");
        await navigator.serviceWorker.ready;
        await keep(address);
        said.textContent = place.dataset.kept;
      }
    } catch (error) {
      said.textContent = error.message;
    }
    await show();
    button.disabled = false;
  });
  place.hidden = false;
  await show();
}

if (Object.keys(keptGames()).length) {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
  if (navigator.onLine) refresh();
  addEventListener("online", refresh);
}
offer();
