// A button next to each citation that copies it. Without it, the text can be selected.

function offerToCopy() {
  for (const text of document.querySelectorAll(".cite-text:not(:has(+ .copy))")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = gettext("Copy");
    button.setAttribute("aria-label", gettext("Copy as %(kind)s", { kind: text.previousElementSibling.textContent }));
    const said = document.createElement("span");
    said.className = "visually-hidden";
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
        button.textContent = said.textContent = gettext("Copied");
      } catch {
        getSelection().selectAllChildren(text);
        button.textContent = gettext("Selected");
        said.textContent = gettext("Selected; copy it with your keyboard");
      }
      setTimeout(() => { button.textContent = gettext("Copy"); said.textContent = ""; }, 2500);
    });
    text.after(button, said);
  }
}

offerToCopy();
// Another step of a chart is shown without a reload.
document.addEventListener("shown", offerToCopy);

// Sharing: the phone's own sheet where it has one, else the words and the link are copied.
async function hand(button, text, source) {
  const said = button.parentNode.querySelector("[role=status]");
  const name = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = button.textContent = gettext("Copied");
  } catch {
    // Without the clipboard, the words are shown and marked.
    source.closest("details").classList.add("is-needed");
    source.closest("details").open = true;
    getSelection().selectAllChildren(source);
    said.textContent = button.textContent = gettext("Selected; copy it with your keyboard");
  }
  setTimeout(() => { button.textContent = name; said.textContent = ""; }, 2500);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share], [data-copies]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copies || "for-forum");
  const { title, text, url } = button.dataset;
  if (button.dataset.copies) hand(button, source.textContent, source);
  else if (navigator.share) navigator.share({ title, text, url }).catch(() => {});
  else hand(button, `${title}\n${text}\n${url}`, source);
});

// A game that was kept on this phone is brought up to date.
if (localStorage.getItem("kept-games")) {
  const own = document.querySelector("script[data-offline]");
  if (own) import(own.dataset.offline);
}
