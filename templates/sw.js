// Shows what was kept where there is no network, or hardly any. Otherwise pages come from the site.
const SHELL = "shell-{{ release|escapejs }}";
const ASSETS = [{% for asset in assets %}"{{ asset|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const NEVER = /^\/(?:admin|report|api)\//;
// Pages that are made of all games that were kept.
const OF_ALL = ["/", "/search/", "/deck-check/", "/show/"];
// So long the network may take, in milliseconds, before what was kept is shown instead.
const PATIENCE = 3000;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(ASSETS)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("shell-") && name !== SHELL) await caches.delete(name);
    }
    await clients.claim();
  })());
});

const renew = async () => (await caches.open(SHELL)).add(ASSETS[0]);
const shell = async () => (await caches.match(ASSETS[0])) || Response.error();

// Whether what was kept may have the page of an address: "/call-of-cthulhu/…" of /offline/call-of-cthulhu.json.
async function isKept(path) {
  const games = (await (await caches.open("pocket")).keys()).map((kept) => new URL(kept.url).pathname.match(/([^/]+)\.json$/)[1]);
  return games.length > 0 && (OF_ALL.includes(path) || games.some((game) => path.startsWith(`/${game}/`)));
}

// A page of the site, or what was kept; who reloads a page waits for the network as long as it takes.
async function page(request, path) {
  const online = fetch(request);
  const isReloaded = ["no-cache", "reload"].includes(request.cache);
  if (isReloaded || !(await isKept(path))) return online.catch(shell);
  const late = new Promise((done) => { setTimeout(() => done(shell()), PATIENCE); });
  return Promise.race([online.catch(shell), late]);
}

// A deck that was sent when there was no network any more: the page gets what was pasted, and it is kept nowhere.
async function checkedHere(form) {
  const file = form.get("file");
  const deck = file?.size ? await file.text() : form.get("deck") || "";
  const sent = JSON.stringify({ deck, game: form.get("game") || "" }).replaceAll("<", "\\u003c");
  const answer = await shell();
  const html = (await answer.text()).replace("</main>", () => `</main><script type="application/json" id="sent-deck">${sent}</script>`);
  return new Response(html, { headers: answer.headers });
}

async function deckCheck(request) {
  const sent = request.clone();
  try {
    return await fetch(request);
  } catch (error) {
    if (!(await isKept("/deck-check/"))) throw error;
    return checkedHere(await sent.formData());
  }
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || NEVER.test(pathname)) return;
  if (request.mode === "navigate" && request.method === "POST" && pathname === "/deck-check/") {
    event.respondWith(deckCheck(request));
  } else if (request.method !== "GET") {
    return;
  } else if (request.mode === "navigate") {
    const shown = page(request, pathname);
    event.respondWith(shown);
    // Who chooses another language gets what is shown without a network in it, too.
    if (pathname.startsWith("/language/")) event.waitUntil(shown.then(renew).catch(() => {}));
  } else if (pathname.startsWith("/static/")) {
    // Their names change with their content, so what was kept is what the site has.
    event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
  }
});
