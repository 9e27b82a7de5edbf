// Light or dark, as the visitor chose or as the device says. Runs before anything is painted.
"use strict";

// What scripts say, in the language of the page; %(name)s stands for a value. In English, as it is written.
const words = JSON.parse(document.getElementById("words")?.textContent || "{}").catalog || {};
const filled = (text, values) => text.replace(/%\((\w+)\)s/g, (all, name) => values[name] ?? all);
globalThis.gettext = (text, values = {}) => filled(words[text] || text, values);
globalThis.ngettext = (one, many, count, values = {}) => {
  const found = words[one] || [one, many];
  return filled(found.length === 1 ? found[0] : found[count === 1 ? 0 : 1], { count, ...values });
};

(() => {
  const root = document.documentElement;
  const kept = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };
  const isDark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  if (["light", "dark"].includes(kept())) root.dataset.theme = kept();

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const name = () => {
      const label = isDark() ? gettext("Switch to light") : gettext("Switch to dark");
      button.setAttribute("aria-label", label);
      button.title = label;
    };
    button.hidden = false;
    name();
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("theme", root.dataset.theme);
      } catch {
        // A browser that keeps nothing still shows what was chosen.
      }
      name();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  });
})();

// Those who have been at the desk see the links that lead back to it.
document.addEventListener("DOMContentLoaded", () => {
  if (!document.cookie.split("; ").includes("desk=1")) return;
  for (const link of document.querySelectorAll(".edit-link")) link.hidden = false;
});
