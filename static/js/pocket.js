// Shows, without a network, what this phone has kept: cards, rulings, lists, charts, chapters, search and the deck check.
import { FETCHED, FORMAT, keptGames } from "./offline.js";
import { deckPage } from "./pocket-deck.js";
import { acrossPage, pageAt } from "./pocket-pages.js";
import { escaped, items, linked, marks, named, source } from "./pocket-pieces.js";
import { said, words } from "./pocket-words.js";

const page = document.querySelector("#offline-page");
const bar = document.querySelector("#offline-bar");
const path = decodeURI(location.pathname);
const asked = new URLSearchParams(location.search);

// Each game that was kept is read once for this page.
async function load() {
  const games = await Promise.all(Object.entries(keptGames()).map(async ([address, { hash }]) => {
    const kept = await caches.match(address);
    return kept && { ...(await kept.json()), address, hash, fetched: new Date(kept.headers.get(FETCHED)) };
  }));
  // What another release has kept is not read by this one; the next connection brings it up to date.
  return games.filter((game) => game?.format === FORMAT);
}

function ageOf({ editions, fetched }) {
  const days = Math.floor((Date.now() - fetched) / 86_400_000);
  const { lang } = document.documentElement;
  const day = fetched.toLocaleDateString(lang === "en" ? "en-GB" : lang, { day: "numeric", month: "short" });
  const told = { editions: editions.map((one) => one.title).join(", "), day };
  if (days === 0) return gettext("Offline copy: %(editions)s, fetched %(day)s, today.", told);
  return ngettext("Offline copy: %(editions)s, fetched %(day)s, %(count)s day ago.", "Offline copy: %(editions)s, fetched %(day)s, %(count)s days ago.", days, told);
}

// What surrounds a page of a game: its bar, and a search that stays within it.
function frame({ game }) {
  const here = (url) => (decodeURI(url) === path ? " aria-current=\"page\"" : "");
  const nav = document.createElement("nav");
  nav.className = "game-bar";
  nav.setAttribute("aria-label", game.name);
  nav.innerHTML = `<ul>${items([`<a class="game-name" href="${escaped(game.url)}"${here(game.url)}>${escaped(game.name)}</a>`, ...game.menu.map((one) => `<a href="${escaped(one.url)}"${here(one.url)}>${escaped(one.name)}</a>`)])}</ul>`;
  document.querySelector("#main").before(nav);
  const form = document.querySelector("form.search");
  if (!form) return;
  const within = Object.assign(document.createElement("input"), { type: "hidden", name: "game", value: game.id });
  form.append(within);
  form.querySelector("[type=search]").placeholder = gettext("Search %(game)s", { game: game.short_name || game.name });
}

function find(games, query) {
  const worker = new Worker(document.querySelector("#pocket").dataset.worker, { type: "module" });
  return new Promise((done, fail) => {
    worker.addEventListener("message", ({ data }) => { done(data); worker.terminate(); });
    worker.addEventListener("error", fail);
    worker.postMessage({ games: games.map(({ address, hash }) => ({ address, hash })), asked: query });
  });
}

// A ruling's words from where it first has one of those that were asked for, with all of them marked.
function passage(game, one, terms) {
  const stems = new Set(terms);
  const pieces = said(one).split(/(\s+)/);
  const isFound = (piece) => words(piece).some((word) => stems.has(game.stems[word] || word));
  const first = Math.max(0, pieces.findIndex(isFound) - 20);
  const shown = pieces.slice(first, first + 90).map((piece) => (isFound(piece) ? `<mark>${escaped(piece)}</mark>` : escaped(piece)));
  return `${first ? "… " : ""}${shown.join("")}`;
}

async function searchPage(kept) {
  const query = asked.get("q") || "";
  const chosen = kept.find(({ game }) => game.id === asked.get("game"));
  const games = chosen ? [chosen] : kept;
  // The first search of a game makes its index.
  page.innerHTML = `<p class="lead">${gettext("Looking through what was kept …")}</p>`;
  const found = query ? await find(games, query) : [];
  const rows = found.map(({ address, url, terms }) => {
    const game = games.find((one) => one.address === address);
    const card = game.cards.find((one) => one.url === url);
    if (card) return `<li class="result"><h3>${linked(card, card.name)}${marks(card)}</h3><p class="source">${escaped(card.place)}</p></li>`;
    const ruling = game.rulings.find((one) => one.url === url);
    return `<li class="result"><h3>${linked(ruling, named(ruling))}</h3><p class="text">${passage(game, ruling, terms)}</p>${source(ruling)}</li>`;
  });
  const title = gettext("Results for “%(query)s”", { query });
  const where = chosen ? `<p class="facts">${escaped(gettext("In %(game)s", { game: chosen.game.name }))}</p>` : "";
  document.querySelector("form.search [type=search]").value = query;
  return { title, html: `<h1>${escaped(title)}</h1>${where}${rows.length ? `<ol class="results">${rows.join("")}</ol>` : `<p>${gettext("Nothing that was kept fits.")}</p>`}` };
}

function homePage(games) {
  const title = gettext("On this phone");
  return { title, html: `<h1>${title}</h1><ul>${items(games.map(({ game }) => linked(game, game.name)))}</ul>` };
}

// The game that a page is about, and the page.
async function findPage(games) {
  const of = (address) => games.find(({ game }) => address.startsWith(game.url));
  const shown = decodeURI(asked.get("of") || "");
  if (path === "/search/") return [games.find(({ game }) => game.id === asked.get("game")), await searchPage(games)];
  if (path === "/deck-check/") return [null, deckPage(games)];
  if (path === "/show/") return [of(shown), of(shown) && acrossPage(of(shown), shown)];
  if (path === "/" || path === "/offline/") return [null, homePage(games)];
  return [of(path), of(path) && pageAt(of(path), path)];
}

const isReloaded = () => performance.getEntriesByType("navigation")[0]?.type === "reload";

async function show() {
  const games = await load();
  const [own, found] = games.length ? await findPage(games) : [];
  if (own) frame(own);
  // A page without a game of its own is made of all; of what is not kept, nothing is told.
  if (own || found) bar.textContent = own || games.length === 1 ? ageOf(own || games[0]) : games.map((one) => `${one.game.name}: ${ageOf(one)}`).join(" ");
  if (!found) {
    // It is on the site only, and the network may be merely slow: who reloads waits for it.
    if (navigator.onLine && !isReloaded()) location.reload();
    if (own) page.querySelector(".lead").textContent = gettext("This page is on the site only: what was kept of %(game)s is what is in force.", { game: own.game.name });
    return;
  }
  document.title = `${found.title} · Rulings`;
  page.innerHTML = found.html;
  found.arrive?.(page);
  if (page.querySelector("[data-follow]")) import("./following.js");
}

addEventListener("online", () => {
  const link = Object.assign(document.createElement("a"), { href: location.href, textContent: gettext("There is a network again: show today’s page") });
  bar.append(" ", link);
});

show();
