// The pages of a kept game, by their addresses: each with its title, as the site would show it.
import { article, articles, body, escaped, headed, items, linked, marks, meanings, named, source, statusesOf, termSource } from "./pocket-pieces.js";
import { chartsPage, stepPage } from "./pocket-steps.js";

const titled = (title, html) => ({ title, html: `<h1>${escaped(title)}</h1>${html}` });
const LISTS = { banned: gettext("Banned cards"), restricted: gettext("Restricted cards") };
const cardRow = (card) => `${linked(card, card.name)}${marks(card)} <span class="count">${escaped(card.place)}</span>`;

function gamePage(game) {
  const { menu, name } = game.game;
  const doors = [...menu.map((one) => linked(one, one.name)), linked({ url: "/deck-check/" }, gettext("Check a deck"))];
  if (game.terms.length) doors.push(linked({ url: `${game.game.url}terms/` }, gettext("What words mean")));
  const kept = gettext("%(rulings)s rulings and %(cards)s cards are on this phone.", { rulings: game.rulings.length, cards: game.cards.length });
  const docs = game.documents.map((doc) => `<h2>${linked(doc, doc.edition)}</h2><ul>${items(doc.chapters.map((one) => linked(one, one.title)))}</ul>`);
  return titled(name, `<p class="facts">${escaped(kept)}</p><ul>${items(doors)}</ul>${docs.join("")}<h2>${gettext("Card sets")}</h2><ul class="columns">${items(game.sets.map((one) => linked(one, one.name)))}</ul>`);
}

function standing(game, card) {
  const editions = game.editions.map((one) => one.title).join(", ");
  if (card.statuses) {
    return card.statuses.map((one) => {
      const told = one.printed_for ? gettext("%(edition)s, printed for %(card)s", { edition: one.edition_title, card: one.printed_for }) : one.edition_title;
      return `<li class="status status-${escaped(one.name)}"><strong>${escaped(one.title)}</strong> <span>${escaped(told)}</span></li>`;
    }).join("");
  }
  if (card.sure) return `<li class="status status-errata"><strong>${gettext("Read with a note")}</strong> <span>${gettext("a general erratum touches it")}</span></li>`;
  if (game.game.has_errata_known) return `<li class="status status-clean"><strong>${gettext("Play as printed")}</strong> <span>${escaped(gettext("no erratum, on no list, by %(editions)s", { editions }))}</span></li>`;
  return `<li class="status status-unknown"><strong>${gettext("Nothing known")}</strong> <span>${gettext("no errata or lists of this game are here")}</span></li>`;
}

function cardPage(game, card) {
  const sure = (card.sure || []).map((one) => `<li>${escaped(one)}</li>`).join("");
  const now = card.unsure ? gettext("As printed: the errata below could not be put in") : gettext("What it says now");
  const part = (title, places, html) => (places ? `<h2>${title}</h2>${html}` : "");
  const mentions = (card.mentions || []).map((place) => linked(game.rulings[place], named(game.rulings[place])));
  return titled(card.name, `<p class="facts">${escaped(card.place)}</p><ul class="statuses plain">${standing(game, card)}</ul>${meanings(game, statusesOf(card))}
    ${card.html ? `<h2>${now}</h2><div class="card-text">${card.html}</div>` : ""}${sure ? `<ul class="sureness plain">${sure}</ul>` : ""}
    ${part(gettext("Rulings about it"), card.about, articles(game, card.about))}${part(gettext("Lists"), card.listed, articles(game, card.listed))}
    ${part(gettext("Mentioned in"), card.mentions, `<ul>${items(mentions)}</ul>`)}`);
}

function setPage(game, set) {
  return titled(set.name, `<ul class="columns">${items(game.cards.filter((one) => one.url.startsWith(set.url)).map(cardRow))}</ul>`);
}

function sheetPage(game, set) {
  const own = game.cards.filter((one) => one.url.startsWith(set.url));
  const places = [...new Set(own.flatMap((one) => [...(one.about || []), ...(one.listed || [])]))];
  const put = places.filter((place) => ["erratum", "listing"].includes(game.rulings[place].kind));
  return titled(gettext("Errata: %(set)s", { set: set.name }), articles(game, put) || `<p>${gettext("No document here corrects or lists a card of this set.")}</p>`);
}

function listPage(game, name) {
  const cards = new Map();
  for (const card of game.cards) for (const place of card.listed || []) if (!cards.has(place)) cards.set(place, card);
  const formats = new Map();
  game.rulings.forEach((one, place) => {
    if (one.list !== name) return;
    const card = cards.get(place);
    const row = card ? `${linked(card, card.name)} <span class="count">${escaped(card.place)}</span>` : linked(one, one.title);
    formats.set(one.format || "", [...(formats.get(one.format || "") || []), row]);
  });
  const groups = [...formats].map(([format, rows]) => `${format ? `<h2>${escaped(format)}</h2>` : ""}<ul>${items(rows)}</ul>`);
  return titled(LISTS[name], `${meanings(game, [name])}${groups.join("") || `<p>${gettext("No card is on this list.")}</p>`}`);
}

function termsPage(game) {
  const rows = game.terms.map((one) => `<div id="${escaped(one.slug)}"><dt>${escaped(one.name)}</dt><dd>${escaped(one.says)} <span class="source">${termSource(one)}</span></dd></div>`);
  return titled(gettext("What words mean"), `<dl class="terms measure">${rows.join("")}</dl>`);
}

const within = (game, doc, [, , first, end]) => game.rulings.slice(doc.first + first, doc.first + end);

function contentsPage(game, doc) {
  const chapters = doc.chapters.map((chapter) => `<h2>${linked(chapter, chapter.title)}</h2>${chapter.sections.map((section) => (
    `${section[1] > 1 ? `<h3>${escaped(section[0])}</h3>` : ""}<ul class="entries plain">${items(within(game, doc, section).map((one) => `<a href="${escaped(one.url)}">${headed(one)}</a>`))}</ul>`)).join("")}`);
  const timing = doc.charts ? `<p>${linked({ url: `${doc.url}timing/` }, gettext("Timing charts"))}</p>` : "";
  return titled(`${game.game.name}: ${doc.title}`, `<p class="facts">${escaped(doc.edition)}</p>${timing}${chapters.join("")}`);
}

function chapterPage(game, doc, chapter) {
  const parts = chapter.sections.map((section) => (
    `${section[1] > 1 ? `<h2>${escaped(section[0])}</h2>` : ""}${within(game, doc, section).map((one) => article(one)).join("")}`));
  return titled(chapter.title, `<p class="facts">${linked(doc, doc.edition)}</p>${parts.join("")}`);
}

function rulingPage(game, doc, ruling) {
  if (doc && ruling.kind === "step" && (doc.charts || []).some((chart) => (chart.steps || []).includes(game.rulings.indexOf(ruling)))) return stepPage(game, doc, ruling);
  const place = game.rulings.indexOf(ruling);
  const cards = game.cards.filter((one) => [...(one.about || []), ...(one.listed || [])].includes(place));
  const about = cards.length ? `<h2>${gettext("Cards")}</h2><ul>${items(cards.map(cardRow))}</ul>` : "";
  return { title: named(ruling), html: `<article class="ruling"><h1>${headed(ruling)}</h1><div class="ruling-body">${body(ruling)}${source(ruling)}</div></article>${about}` };
}

// A page of an edition in force is today's: "at/3.2/" says nothing more.
function today(doc, rest) {
  const label = doc.labels.find((one) => rest.startsWith(`at/${one}/`));
  return label === undefined ? rest : rest.slice(`at/${label}/`.length);
}

function documentPage(game, doc, path) {
  const rest = today(doc, path.slice(doc.url.length));
  const at = (all) => all.find((one) => decodeURI(one.url) === doc.url + rest);
  if (rest === "") return contentsPage(game, doc);
  if (rest === "timing/") return chartsPage(game, doc);
  const chapter = at(doc.chapters);
  if (chapter) return chapterPage(game, doc, chapter);
  const ruling = at(game.rulings);
  return ruling ? rulingPage(game, doc, ruling) : null;
}

// The page of a kept game at an address; none, if that is not kept.
export function pageAt(game, path) {
  const own = game.game.url;
  const rest = path.slice(own.length);
  const at = (all) => all.find((one) => decodeURI(one.url) === path);
  if (rest === "") return gamePage(game);
  if (rest === "terms/") return termsPage(game);
  if (rest === "cards/") return titled(gettext("Cards"), `<ul class="columns">${items(game.cards.map(cardRow))}</ul>`);
  const list = Object.keys(LISTS).find((name) => rest === `lists/${name}/`);
  if (list) return listPage(game, list);
  const set = game.sets.find((one) => path === decodeURI(one.url) || path === `${decodeURI(one.url)}errata-sheet/`);
  if (set) return path.endsWith("/errata-sheet/") ? sheetPage(game, set) : setPage(game, set);
  const card = at(game.cards);
  if (card) return cardPage(game, card);
  const doc = game.documents.find((one) => path.startsWith(one.url));
  return doc ? documentPage(game, doc, path) : null;
}

// A card or a ruling for the player across the table.
export function acrossPage(game, path) {
  const one = [...game.cards, ...game.rulings].find((each) => decodeURI(each.url) === path);
  if (!one) return null;
  const title = one.name ?? named(one);
  const where = one.name ? `${game.game.name}, ${one.place}` : `${game.game.name} ${one.source}`;
  const statuses = (one.statuses || []).map((status) => `<p>${escaped(status.title)}, ${escaped(status.edition_title)}</p>`).join("");
  return { title, html: `<article class="across"><h1>${escaped(title)}</h1>${one.html || ""}${statuses}<p class="facts">${escaped(where)}</p><p class="facts">${linked(one, location.origin + one.url)}</p></article>` };
}
