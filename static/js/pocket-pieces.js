// What pages of a kept game are put together from: names, marks, and rulings in full.

export const escaped = (text) => String(text).replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
export const linked = (one, title) => `<a href="${escaped(one.url)}">${escaped(title)}</a>`;
export const named = (ruling) => (ruling.key ? `${ruling.key} ${ruling.title}` : ruling.title);
export const short = (text, length = 50) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
export const items = (rows) => rows.map((row) => `<li>${row}</li>`).join("");

const MARKS = { banned: gettext("banned"), restricted: gettext("restricted"), errata: gettext("errata") };
const LISTED = { banned: gettext("On the banned list."), restricted: gettext("On the restricted list.") };

export const mark = (name) => `<span class="mark mark-${escaped(name)}">${escaped(MARKS[name] ?? name)}</span>`;
export const statusesOf = (card) => [...new Set((card.statuses || []).map((one) => one.name))];
export const marks = (card) => statusesOf(card).map((one) => ` ${mark(one)}`).join("");

// A label in a mark of its own, then the title.
export const headed = (ruling) => `${ruling.key ? `<span class="label">${escaped(ruling.key)}</span> ` : ""}${escaped(ruling.title)}`;

export const source = (ruling) => `<p class="source">${escaped([ruling.source, ruling.under].filter(Boolean).join(", "))}</p>`;

function tags(ruling) {
  const told = [
    ruling.tag && `<span class="mark">${escaped(ruling.tag)}</span>`,
    ruling.unofficial && `<span class="mark">${gettext("unofficial")}</span>`,
    ruling.reverses && `<span class="mark mark-reversal">${gettext("reverses an official ruling")}</span>`,
  ].filter(Boolean);
  return told.length ? `<p class="marks">${told.join(" ")}</p>` : "";
}

function inShort({ short: said }) {
  if (!said) return "";
  const title = said.as_of ? gettext("In short, as of %(edition)s, in our words", { edition: said.as_of }) : gettext("In short, in our words");
  return `<div class="in-short" role="note"><p class="in-short-title">${escaped(title)}</p><div class="text">${said.html}</div></div><p class="wording-title">${gettext("The text")}</p>`;
}

function ours(ruling) {
  const note = ruling.note ? `<p class="our-note"><span class="our-note-title">${gettext("Our note:")}</span> ${escaped(ruling.note)}</p>` : "";
  if (!ruling.ours) return note;
  const { reason, printed, source: where } = ruling.ours;
  const said = printed
    ? gettext("The source says (%(source)s): “%(text)s”", { source: where, text: printed })
    : gettext("The source of %(source)s does not have this ruling.", { source: where });
  return `<aside class="notice ours" role="note"><p><strong>${gettext("Our wording, not the publisher’s.")}</strong> ${escaped(reason)}</p><p>${escaped(said)}</p></aside>${note}`;
}

// What stands under the title of a ruling.
export const body = (ruling) => `${ruling.list ? `<p>${LISTED[ruling.list]}</p>` : ""}${tags(ruling)}${inShort(ruling)}${ruling.html ? `<div class="text">${ruling.html}</div>` : ""}${ours(ruling)}`;

export const article = (ruling, level = 3) => `<article class="ruling kind-${escaped(ruling.kind)}"><h${level} class="ruling-title"><a href="${escaped(ruling.url)}">${headed(ruling)}</a></h${level}><div class="ruling-body">${body(ruling)}${source(ruling)}</div></article>`;

export const articles = (game, places = [], level = 3) => places.map((place) => article(game.rulings[place], level)).join("");

// What being on a list means, in a line each.
export const meanings = (game, lists) => game.terms
  .filter((term) => lists.includes(term.list))
  .map((term) => `<p class="facts what-it-means">${escaped(term.name)}: ${escaped(term.says)} <span class="source">${termSource(term)}</span></p>`)
  .join("");

export const termSource = (term) => (term.source_url ? linked({ url: term.source_url }, term.source) : escaped(term.source));
