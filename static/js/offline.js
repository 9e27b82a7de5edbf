// Keeps a game on this phone: fetched as a whole or not at all, and brought up to date when there is a network.

const POCKET = "pocket";
const KEPT = "kept-games";
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

// Fetches a game; what did not arrive as a whole changes nothing.
export async function keep(address) {
  const answer = await fetch(address, { cache: "no-cache" });
  if (answer.status === 404 || answer.status === 410) {
    await forget(address);
    return null;
  }
  if (!answer.ok) throw new Error("The site did not answer. Try again later.");
  const bytes = await answer.arrayBuffer();
  const expected = answer.headers.get("X-Content-Hash");
  if (expected !== await hashOf(bytes)) throw new Error("The download was broken. What was kept before is still there.");
  const game = JSON.parse(new TextDecoder().decode(bytes));
  const headers = { "Content-Type": "application/json", [FETCHED]: new Date().toISOString() };
  try {
    await (await caches.open(POCKET)).put(address, new Response(bytes, { headers }));
  } catch {
    throw new Error("There is no room on this phone. Nothing was changed.");
  }
  note(address, { hash: expected, editions: game.editions, checked: Date.now() });
  return game;
}

export async function forget(address) {
  await (await caches.open(POCKET)).delete(address);
  note(address, null);
}

// What is new in the editions of a game since it was kept.
function news(before, after) {
  const known = new Set((before || []).map((edition) => edition.url));
  return after.filter((edition) => !known.has(edition.url));
}

function tell(edition) {
  const bar = document.createElement("aside");
  bar.className = "banner";
  bar.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = edition.compare_url || edition.url;
  link.textContent = `${edition.title} is out: see what changed`;
  bar.append(link);
  document.querySelector("#main").before(bar);
}

// Brings what is kept up to date, at most every ten minutes; called where there is a network.
export async function refresh() {
  for (const [address, kept] of Object.entries(keptGames())) {
    if (Date.now() - kept.checked < 600_000) continue;
    try {
      const game = await keep(address);
      if (game) news(kept.editions, game.editions).forEach(tell);
    } catch { /* The next page tries again. */ }
  }
}

async function offer() {
  const place = document.querySelector("[data-pocket]");
  if (!place || !("serviceWorker" in navigator) || !("caches" in window)) return;
  const address = place.dataset.pocket;
  const button = place.querySelector("button");
  const said = place.querySelector("[role=status]");
  const show = () => {
    const kept = keptGames()[address];
    button.textContent = kept ? place.dataset.forget : place.dataset.keep;
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
    button.disabled = false;
    show();
  });
  show();
  place.hidden = false;
}

if (navigator.onLine && Object.keys(keptGames()).length) {
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
  refresh();
}
offer();
