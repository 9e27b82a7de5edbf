// Shows, without a network, what this phone has kept: cards, rulings, lists, charts, chapters, search and the deck check.
import { FETCHED, keptGames } from "./offline.js";

const page = document.querySelector("#offline-page");
const bar = document.querySelector("#offline-bar");

const escaped = (text) => String(text).replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const linked = (one, title) => `<a href="${escaped(one.url)}">${escaped(title)}</a>`;
const named = (ruling) => (ruling.key ? `${ruling.key} ${ruling.title}` : ruling.title);
const rulingHtml = (one) => `<article class="ruling"><h3>${linked(one, named(one))}</h3>${one.list ? `<p>On the ${escaped(one.list)} list.</p>` : ""}<div class="text">${one.html}</div>${ours(one)}<p class="source">${escaped(one.source)}</p></article>`;
const ours = (one) => (one.ours ? `<aside class="notice"><strong>Our wording, not the publisher’s.</strong> ${escaped(one.ours)}</aside>` : "");
const marks = (card) => card.marks.map((one) => `<span class="mark mark-${escaped(one)}">${escaped(one)}</span>`).join(" ");

async function load() {
  const games = [];
  for (const address of Object.keys(keptGames())) {
    const kept = await caches.match(address);
    if (kept) games.push({ ...(await kept.json()), fetched: new Date(kept.headers.get(FETCHED)) });
  }
  return games;
}

function tellAge(game) {
  const days = Math.floor((Date.now() - game.fetched) / 86_400_000);
  const age = days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`;
  const day = game.fetched.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  bar.textContent = `Offline copy: ${game.editions.map((one) => one.title).join(", ")}, fetched ${day}, ${age}.`;
}

function showCard(game, card) {
  const about = game.rulings.filter((one) => one.cards.includes(card.url));
  const statuses = card.statuses.length ? card.statuses.map((one) => `<li class="status">${escaped(one)}</li>`).join("") : "<li class=\"status\">No erratum, on no list</li>";
  return `<h1>${escaped(card.name)}</h1><p class="facts">${escaped(card.place)}</p><ul class="statuses plain">${statuses}</ul>${card.html ? `<h2>What it says now</h2><div class="card-text">${card.html}</div>` : ""}${about.length ? `<h2>Rulings about it</h2>${about.map(rulingHtml).join("")}` : ""}`;
}

function showGame(game) {
  const menu = game.game.menu.map((one) => `<li>${linked(one, one.name)}</li>`).join("");
  const chapters = game.chapters.map((one) => `<li>${linked(one, one.title)}</li>`).join("");
  return `<h1>${escaped(game.game.name)}</h1><p class="facts">${game.rulings.length} rulings and ${game.cards.length} cards are on this phone.</p><ul>${menu}</ul><h2>Chapters</h2><ul>${chapters}</ul>`;
}

function showList(game, name) {
  const rows = game.rulings.filter((one) => one.list === name).map((one) => `<li>${linked(one, one.title)}${one.format ? ` <span class="count">${escaped(one.format)}</span>` : ""}</li>`);
  return `<h1>${escaped(name[0].toUpperCase() + name.slice(1))} cards</h1><ul>${rows.join("")}</ul>`;
}

function showCharts(game) {
  const charts = new Map();
  for (const step of game.rulings.filter((one) => one.kind === "step")) {
    charts.set(step.chart, [...(charts.get(step.chart) || []), step]);
  }
  const shown = [...charts].map(([title, steps]) => `<section class="chart"><h2>${escaped(title)}</h2><ol class="steps">${steps.map((one) => `<li class="step"><p class="step-title">${linked(one, named(one))}</p><div class="text">${one.html}</div></li>${one.window ? `<li class="window">${escaped(one.window)}</li>` : ""}`).join("")}</ol></section>`);
  return `<h1>Timing</h1>${shown.join("")}`;
}

function showRuling(game, ruling) {
  const steps = game.rulings.filter((one) => one.kind === "step");
  const place = steps.indexOf(ruling);
  const way = place < 0 ? "" : `<nav class="thumb" aria-label="Steps">${steps[place - 1] ? `<a rel="prev" href="${steps[place - 1].url}"><span>Back</span>${escaped(named(steps[place - 1]))}</a>` : "<span></span>"}${steps[place + 1] ? `<a rel="next" href="${steps[place + 1].url}"><span>Next</span>${escaped(named(steps[place + 1]))}</a>` : ""}</nav>`;
  return `<h1>${escaped(named(ruling))}</h1>${ruling.list ? `<p>On the ${escaped(ruling.list)} list.</p>` : ""}<div class="text">${ruling.html}</div>${ours(ruling)}${ruling.window ? `<p class="window">${escaped(ruling.window)}</p>` : ""}<p class="source">${escaped(ruling.source)}</p>${way}`;
}

const words = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f’']/g, "").split(/[^a-z0-9.]+/).filter(Boolean);

async function search(games, asked) {
  const { default: MiniSearch } = await import(document.querySelector("#pocket").dataset.search);
  const found = [];
  for (const game of games) {
    const stop = new Set(game.stop);
    const stemmed = (word) => (stop.has(word) ? null : game.stems[word] || word);
    // A word that is there is meant as it is; another one may be misspelt, or unfinished.
    const known = new Set(game.rulings.flatMap((one) => words(`${one.title} ${one.said} ${one.asked}`)).map(stemmed));
    const index = new MiniSearch({
      fields: ["title", "said", "asked"], storeFields: ["url"], idField: "url",
      tokenize: words, processTerm: stemmed,
      searchOptions: { boost: { title: 1.5, asked: 1.5 }, prefix: (term) => !known.has(term) && term.length > 3, fuzzy: (term) => !known.has(term) && term.length > 4 && 0.2 },
    });
    index.addAll([...game.rulings, ...game.cards.map((card) => ({ url: card.url, title: card.name, said: "", asked: "" }))]);
    const lower = asked.toLowerCase();
    const meant = Object.entries(game.synonyms).filter(([phrase]) => lower.includes(phrase)).flatMap(([, meanings]) => meanings);
    const queries = [asked, ...meant.map((meaning) => ({ queries: [meaning], boost: {} }))];
    const hits = index.search({ combineWith: "OR", queries });
    const byUrl = new Map([...game.rulings, ...game.cards].map((one) => [one.url, one]));
    found.push(...hits.slice(0, 30).map((hit) => ({ ...byUrl.get(hit.id), score: hit.score, terms: hit.terms, game })));
  }
  return found.sort((one, other) => other.score - one.score).slice(0, 30);
}

function passage(one) {
  const text = one.said || "";
  const stems = new Set(one.terms);
  const marked = text.split(/(\s+)/).slice(0, 90).map((piece) => {
    const [word] = words(piece);
    return word && stems.has(one.game.stems[word] || word) ? `<mark>${escaped(piece)}</mark>` : escaped(piece);
  });
  return marked.join("");
}

async function showSearch(games, asked) {
  const found = asked ? await search(games, asked) : [];
  const rows = found.map((one) => (one.name !== undefined
    ? `<li class="result"><h3>${linked(one, one.name)}</h3>${marks(one)}<p class="source">${escaped(one.place)}</p></li>`
    : `<li class="result"><h3>${linked(one, named(one))}</h3><p class="text">${passage(one)}</p><p class="source">${escaped(one.source)}</p></li>`));
  return `<h1>Results for “${escaped(asked)}”</h1>${rows.length ? `<ol class="results">${rows.join("")}</ol>` : "<p>Nothing that was kept fits.</p>"}`;
}

function showDeckCheck(games) {
  setTimeout(() => page.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const lines = page.querySelector("textarea").value.split("\n").map((line) => line.replace(/^\s*\d+\s*x?\s+|\s*\(.*$|\s+x?\d+\s*$/gi, "").trim()).filter(Boolean);
    const known = new Map(games.flatMap((game) => game.cards.map((card) => [words(card.name).join(" "), card])));
    const cards = lines.map((line) => [line, known.get(words(line).join(" "))]);
    const listed = cards.filter(([, card]) => card && card.marks.some((one) => one === "banned" || one === "restricted"));
    const unknown = cards.filter(([, card]) => !card).map(([line]) => escaped(line));
    page.querySelector("output").innerHTML = `<p>${listed.length ? "On a list:" : "None of the known cards is on a list."}</p><ul>${listed.map(([, card]) => `<li>${linked(card, card.name)} ${marks(card)}</li>`).join("")}</ul>${unknown.length ? `<p>Not known here: ${unknown.join(", ")}</p>` : ""}<p class="facts">By the lists that were kept. How many copies a deck may have is not checked offline.</p>`;
  }));
  return "<h1>Check a deck</h1><form class=\"deck-form\"><label>One card a line <textarea rows=\"12\"></textarea></label><button class=\"primary\">Check it</button></form><output></output>";
}

function deckOrNothing(path, games) {
  return path === "/deck-check/" ? showDeckCheck(games) : "";
}

async function show() {
  const games = await load();
  const path = decodeURI(location.pathname);
  const asked = new URLSearchParams(location.search).get("q") || "";
  const own = games.find((game) => path.startsWith(game.game.url));
  if (!games.length) return;
  tellAge(own || games[0]);
  let html = deckOrNothing(path, games);
  if (path === "/search/") html = await showSearch(games, asked);
  if (path === "/" || path === "/offline/") html = `<h1>On this phone</h1><ul>${games.map((game) => `<li>${linked(game.game, game.game.name)}</li>`).join("")}</ul>`;
  if (own) {
    const at = (all) => all.find((one) => decodeURI(one.url) === path);
    const ruling = at(own.rulings);
    const card = at(own.cards);
    const chapter = at(own.chapters);
    const list = path.match(/\/lists\/(\w+)\/$/);
    if (path === own.game.url) html = showGame(own);
    else if (card) html = showCard(own, card);
    else if (ruling) html = showRuling(own, ruling);
    else if (list) html = showList(own, list[1]);
    else if (path.endsWith("/timing/")) html = showCharts(own);
    else if (chapter) html = `<h1>${escaped(chapter.title)}</h1>${chapter.rulings.map((url) => own.rulings.find((one) => one.url === url)).filter(Boolean).map(rulingHtml).join("")}`;
    else if (path.endsWith("/cards/")) html = `<h1>Cards</h1><ul class="columns">${own.cards.map((one) => `<li>${linked(one, one.name)} ${marks(one)}</li>`).join("")}</ul>`;
  }
  if (html) page.innerHTML = html;
}

show();
