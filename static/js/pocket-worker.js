// Searches what this phone has kept. An index is made once for each content of a game, and kept with it.
import MiniSearch from "../vendor/minisearch/minisearch-7.2.0.js";
import { INDEXES, said, words } from "./pocket-words.js";

// Another release may read words in another way: its indexes are its own.
const RELEASE = new URL(import.meta.url).pathname;
const LONGEST_PHRASE = 4;
const SYNONYM_WEIGHT = 0.3;

function stemmer(kept) {
  const stop = new Set(kept.stop);
  return (word) => (stop.has(word) ? null : kept.stems[word] || word);
}

const options = (kept) => ({
  fields: ["title", "said", "asked"], idField: "url", storeFields: [], tokenize: words, processTerm: stemmer(kept),
});

function made(game) {
  const kept = { stems: game.stems, stop: game.stop, synonyms: {} };
  const stemmed = stemmer(kept);
  const index = new MiniSearch(options(kept));
  index.addAll(game.rulings.map((one) => (
    { url: one.url, title: `${one.key || ""} ${one.title}`, said: said(one), asked: one.asked || "" })));
  index.addAll(game.cards.map((one) => ({ url: one.url, title: one.name, said: "", asked: "" })));
  for (const [phrase, meanings] of Object.entries(game.synonyms)) {
    kept.synonyms[words(phrase).map((word) => stemmed(word) ?? word).join(" ")] = meanings;
  }
  const known = new Set(game.rulings.flatMap((one) => (
    words(`${one.title} ${said(one)} ${one.asked || ""}`).map(stemmed).filter(Boolean))));
  return { ...kept, known: [...known], index: JSON.stringify(index) };
}

// The index of a game as it was kept; made, if that has not been done for this content.
async function indexOf(address, hash) {
  const indexes = await caches.open(INDEXES);
  const name = `${address}?${new URLSearchParams({ of: hash, by: RELEASE })}`;
  const found = await indexes.match(name);
  if (found) return found.json();
  const game = await (await (await caches.open("pocket")).match(address)).json();
  const index = made(game);
  await indexes.delete(address, { ignoreSearch: true });
  await indexes.put(name, new Response(JSON.stringify(index))).catch(() => {});
  return index;
}

// What a question means in addition to what it says.
function meant(kept, asked) {
  const stemmed = stemmer(kept);
  const terms = words(asked).map((word) => stemmed(word) ?? word);
  const phrases = terms.flatMap((_, first) => (
    [...Array(LONGEST_PHRASE).keys()].map((more) => terms.slice(first, first + more + 1).join(" "))));
  return [...new Set(phrases)].flatMap((phrase) => kept.synonyms[phrase] || []);
}

async function search({ address, hash }, asked) {
  const kept = await indexOf(address, hash);
  const index = MiniSearch.loadJSON(kept.index, options(kept));
  // A word that is there is meant as it is; another one may be misspelt, or unfinished.
  const known = new Set(kept.known);
  const isNew = (term, longest) => !known.has(term) && term.length > longest;
  const synonyms = meant(kept, asked).map((meaning) => ({ queries: [meaning], boostTerm: () => SYNONYM_WEIGHT }));
  const hits = index.search({ combineWith: "OR", queries: [asked, ...synonyms] }, {
    boost: { title: 1.5, asked: 1.5 }, prefix: (term) => isNew(term, 3), fuzzy: (term) => isNew(term, 4) && 0.2,
  });
  return hits.slice(0, 30).map(({ id, score, terms }) => ({ address, url: id, score, terms }));
}

addEventListener("message", async ({ data: { games, asked } }) => {
  const found = await Promise.all(games.map((game) => search(game, asked)));
  postMessage(found.flat().sort((one, other) => other.score - one.score).slice(0, 30));
});
