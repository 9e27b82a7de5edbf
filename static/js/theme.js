// Light or dark, as the visitor chose or as the device says. Runs before anything is painted.
"use strict";

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
      const label = isDark() ? "Switch to light" : "Switch to dark";
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
