// Checks a deck by the lists of one kept game.
import { escaped, items, linked, mark, meanings, statusesOf } from "./pocket-pieces.js";
import { folded } from "./pocket-words.js";

// "# Events", "// a remark", "---"
const REMARK = /^(?:#{1,6}(?:\s|$)|\/\/|;|<!--|={3,}|-{3,}|\*{3,}|_{3,})/;
// "Characters:", "Characters (24)", "**Events**"
const HEADED = /^(?:[^\d]*(?::|[([]\s*\d+(?:\s*cards?)?\s*[)\]])|\*\*.*\*\*:?)$/i;
// "[b]", "- ", "**"
const MARKUP = /\[\/?(?:b|i|u|s|url|size|color|list|quote|\*)(?:=[^\]]*)?\]|^\s*(?:[-*+•–]|\d{1,3}[.)])\s+|\*\*|__|`/gi;
// "3x Name", "x3 Name", "(3) Name", "SB: 3 Name"
const COUNT_FIRST = /^(?:SB:\s*)?(?:[x×]\s?(\d{1,3})|[([](\d{1,3})[)\]]|(\d{1,3})\s*[x×]?)[\s,;:]+/i;
// "Name x3", "Name (3)", "Name: 3"
const COUNT_LAST = /\s*(?:[x×*:,-]|[([]\s*[x×]?)?\s*(\d{1,3})[)\]]?$/i;
// "Name (Core Set F14)", "Name [Core]", "Name | Core Set"
const PLACE = /\s*(?:[([|].*|\s[-–]\s.*)$/;
// A card of a file of OCTGN: <card qty="3" id="…">Name</card>
const OCTGN = /<card\b[^>]*qty="(\d+)"[^>]*>([^<]*)</g;

function readLine(text) {
  const shown = text.replace(MARKUP, "").trim();
  const first = shown.match(COUNT_FIRST);
  const bare = first ? shown.slice(first[0].length) : shown;
  const last = first ? null : bare.match(COUNT_LAST);
  const names = [shown, bare, bare.replace(PLACE, "")];
  if (last) names.push(bare.slice(0, last.index), bare.slice(0, last.index).replace(PLACE, ""));
  const count = first ? Number(first[1] || first[2] || first[3]) : last ? Number(last[1]) : 1;
  return { text, count, names: [...new Set(names.map(folded).filter(Boolean))], isCounted: Boolean(first || last), isHeaded: HEADED.test(text) };
}

function readDeck(text) {
  const listed = text.trimStart().startsWith("<") ? [...text.matchAll(OCTGN)].map(([, count, name]) => `${count}x ${name}`) : text.split("\n");
  const lines = listed.map((line) => line.trim()).filter(Boolean);
  const isRemark = (line) => REMARK.test(line);
  return { lines: lines.filter((line) => !isRemark(line)).map(readLine), remarks: lines.filter(isRemark) };
}

// All cards of a game by their titles: cards of one title are not always the same, and what is on a list counts for all.
function byTitle(game) {
  const titles = new Map();
  for (const card of game.cards) {
    const title = folded(card.name);
    titles.set(title, [...(titles.get(title) || []), card]);
  }
  return titles;
}

function linesOf(game, lines) {
  const titles = byTitle(game);
  return lines.map((line) => ({ ...line, cards: line.names.map((name) => titles.get(name)).find(Boolean) || [] }));
}

// What the lists say for one way of playing; an empty one stands for all.
function judge(game, titles, format) {
  const on = (name) => titles.filter(({ listed }) => listed.some((one) => one.list === name && (!format || !one.format || one.format === format)));
  const cards = (found) => found.map(({ name }) => name).join(", ");
  const [banned, restricted] = [on("banned"), on("restricted")];
  const most = game.game.restricted_titles;
  const wrong = banned.length ? [gettext("Banned: %(cards)s.", { cards: cards(banned) })] : [];
  if (most !== null && restricted.length > most) {
    wrong.push(ngettext(
      "A deck may have %(count)s restricted title; this one has %(found)s: %(cards)s.",
      "A deck may have %(count)s restricted titles; this one has %(found)s: %(cards)s.",
      most, { found: restricted.length, cards: cards(restricted) }));
  }
  if (wrong.length) return { isLegal: false, reasons: wrong };
  if (restricted.length && most === null) return { isLegal: null, reasons: [gettext("Restricted: %(cards)s; how many a deck may have is not known here.", { cards: cards(restricted) })] };
  if (restricted.length) return { isLegal: true, reasons: [gettext("Restricted, and within what is allowed: %(cards)s.", { cards: cards(restricted) })] };
  return { isLegal: true, reasons: [gettext("None of its cards that are known here is restricted or banned.")] };
}

function verdictOf(game, titles) {
  const listings = game.rulings.filter((one) => one.list);
  if (!listings.length) return { isLegal: null, reasons: [gettext("No restricted or banned list of %(game)s is known here.", { game: game.game.name })] };
  const formats = [...new Set(listings.map((one) => one.format).filter(Boolean))].sort();
  if (!formats.length) return judge(game, titles, "");
  const verdicts = formats.map((format) => ({ format, ...judge(game, titles, format) }));
  const [first, ...others] = verdicts.map((one) => one.isLegal);
  return {
    isLegal: others.every((one) => one === first) ? first : null,
    reasons: verdicts.flatMap(({ format, reasons }) => reasons.map((reason) => gettext("%(format)s: %(reason)s", { format: format[0].toUpperCase() + format.slice(1), reason }))),
  };
}

// A deck by the lists of the game that was chosen, or else of the one that knows most of its lines.
function check(games, text, chosen) {
  const { lines, remarks } = readDeck(text);
  const known = games.filter((game) => !chosen || game.game.id === chosen).map((game) => ({ game, lines: linesOf(game, lines) }));
  const hits = (one) => one.lines.filter((line) => line.cards.length).length;
  const best = known.reduce((most, one) => (hits(one) > hits(most) ? one : most));
  const found = best.lines.filter((line) => line.cards.length);
  const open = best.lines.filter((line) => !line.cards.length);
  const areCounted = found.some((line) => line.isCounted);
  const isHeading = (line) => line.isHeaded || (areCounted && !line.isCounted);
  const titles = new Map(found.map(({ cards }) => [folded(cards[0].name), {
    name: cards[0].name, listed: [...new Set(cards.flatMap((card) => card.listed || []))].map((place) => best.game.rulings[place]),
  }]));
  return {
    game: best.game, found, verdict: verdictOf(best.game, [...titles].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, title]) => title)),
    unknown: open.filter((line) => !isHeading(line)), skipped: [...remarks, ...open.filter(isHeading).map((line) => line.text)],
  };
}

const VERDICTS = new Map([
  [true, ["clean", gettext("Legal by the lists")]], [false, ["banned", gettext("Not legal")]], [null, ["restricted", gettext("The lists do not say")]],
]);

function resultHtml({ game, found, verdict, unknown, skipped }) {
  if (!found.length) return `<p class="notice" role="alert">${gettext("No line names a card that is known here: choose the game, and check the spelling.")}</p>`;
  const [look, word] = VERDICTS.get(verdict.isLegal);
  const statuses = (cards) => ["banned", "restricted", "errata"].filter((name) => cards.some((card) => statusesOf(card).includes(name)));
  const rows = found.map(({ count, cards }) => `<span class="label number">${count}×</span> <span>${linked(cards[0], cards[0].name)} ${statuses(cards).map(mark).join(" ")}</span>`);
  const by = gettext("%(game)s, checked by %(editions)s.", { game: game.game.name, editions: game.editions.map((one) => one.title).join(", ") });
  const notKnown = unknown.length ? `<p>${escaped(gettext("Not known here: %(cards)s", { cards: unknown.map((line) => line.text).join(", ") }))}</p>` : "";
  const left = skipped.length ? `<p class="facts">${escaped(gettext("Taken for headings and remarks: %(lines)s", { lines: skipped.join("; ") }))}</p>` : "";
  return `<p class="status status-${look} verdict"><strong>${word}</strong> <span>${escaped(verdict.reasons.join(" "))}</span></p>
    ${meanings(game, [...new Set(found.flatMap(({ cards }) => statuses(cards)))])}<p class="facts">${escaped(by)} ${gettext("How many copies a deck may have is not checked offline.")}</p>
    ${notKnown}${left}<ul class="cards plain">${items(rows)}</ul>`;
}

// The deck check; what was sent when there was no network any more is there, and checked.
export function deckPage(games) {
  const title = gettext("Check a deck");
  const choices = games.map(({ game }) => `<option value="${escaped(game.id)}">${escaped(game.name)}</option>`).join("");
  const html = `<h1>${title}</h1><form class="deck-form"><label>${gettext("One card a line")} <textarea name="deck" rows="12"></textarea></label>
    <label>${gettext("Game")} <select name="game"><option value="">${gettext("Detect automatically")}</option>${choices}</select></label> <button class="primary">${gettext("Check it")}</button></form><output></output>`;
  const arrive = (page) => {
    const form = page.querySelector("form");
    const show = () => { page.querySelector("output").innerHTML = resultHtml(check(games, form.deck.value, form.game.value)); };
    form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
    const sent = JSON.parse(document.querySelector("#sent-deck")?.textContent || "null");
    if (!sent) return;
    form.deck.value = sent.deck;
    form.game.value = games.some(({ game }) => game.id === sent.game) ? sent.game : "";
    show();
  };
  return { title, html, arrive };
}
