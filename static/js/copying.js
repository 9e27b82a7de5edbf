// A button next to each citation that copies it. Without it, the text can be selected.

function offerToCopy() {
  for (const text of document.querySelectorAll(".cite-text:not(:has(+ .copy))")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy as ${text.previousElementSibling.textContent}`);
    const said = document.createElement("span");
    said.className = "visually-hidden";
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
        button.textContent = "Copied";
        said.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(text);
        button.textContent = "Selected";
        said.textContent = "Selected; copy it with your keyboard";
      }
      setTimeout(() => { button.textContent = "Copy"; said.textContent = ""; }, 2500);
    });
    text.after(button, said);
  }
}

offerToCopy();
// Another step of a chart is shown without a reload.
document.addEventListener("shown", offerToCopy);

// The phone's own way to share, where it has one.
if (navigator.share) {
  for (const button of document.querySelectorAll("[data-share]")) {
    const { title, text, url } = button.dataset;
    button.hidden = false;
    button.addEventListener("click", () => navigator.share({ title, text, url }).catch(() => {}));
  }
}

// A game that was kept on this phone is brought up to date.
if (localStorage.getItem("kept-games")) {
  const own = document.querySelector("script[data-offline]");
  if (own) import(own.dataset.offline);
}
