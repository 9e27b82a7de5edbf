// Words as they are searched and compared on a phone; used by pages and by the worker that searches.

// Where indexes are kept, next to the games.
export const INDEXES = "pocket-index";

const SIGNS = { amp: "&", lt: "<", gt: ">", quot: "\"", "#39": "'", "#x27": "'", nbsp: " " };

// The text of a piece of HTML as it was kept.
export const plain = (html) => (html || "")
  .replace(/<[^>]+>/g, " ")
  .replace(/&(#?\w+);/g, (all, name) => SIGNS[name] ?? " ")
  .replace(/\s+/g, " ")
  .trim();

// "The Hound’s 2.13." is "the", "hounds", "2.13".
export const words = (text) => text
  .toLowerCase()
  .normalize("NFKD")
  .replace(/[\u0300-\u036f’']/g, "")
  .split(/[^\p{L}\p{N}.]+/u)
  .map((word) => word.replace(/^\.+|\.+$/g, ""))
  .filter(Boolean);

// A title as it is compared: "The Docks" and "Docks" are one.
export const folded = (name) => words(name.replaceAll(".", " ")).join(" ").replace(/^(?:the|an?) (?=.)/, "");

// All that a ruling says, and what it is found by.
export const said = (ruling) => `${plain(ruling.html)} ${(ruling.also || "").replaceAll("*", "")}`;
