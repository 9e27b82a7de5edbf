// Shows what a text looks like while it is being written. Without it, there is a button for that.

function previewWhileWriting() {
  const text = document.querySelector("textarea[data-preview]");
  const form = text && text.closest("form");
  if (!form) return;
  let timer = 0;
  let newest = 0;
  const show = async () => {
    const number = ++newest;
    const data = new FormData(form);
    data.set("preview", "1");
    try {
      const answer = await fetch(location.href, { method: "POST", body: data });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const preview = page.getElementById("preview");
      if (answer.ok && preview && number === newest) document.getElementById("preview").replaceWith(preview);
    } catch {
      // The text is still here, and the button still works.
    }
  };
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, 500);
  });
  // Somebody may have begun to write before this script was there.
  if (text.value !== text.defaultValue) show();
}

// Reads a document again when something about its recipe has changed. Without it, there is a button for that.
function readAgainWhenChanged() {
  const form = document.querySelector("form[data-live]");
  if (!form) return;
  let newest = 0;
  form.addEventListener("change", async () => {
    const number = ++newest;
    try {
      const answer = await fetch(location.href, { method: "POST", body: new FormData(form) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const results = page.getElementById(form.dataset.live);
      if (answer.ok && results && number === newest) document.getElementById(form.dataset.live).replaceWith(results);
    } catch {
      // What was chosen is still here, and the button still works.
    }
  });
}

// Shows a page of the source next to what is read of it.
function showPages() {
  const shown = document.getElementById("page-shown");
  if (!shown) return;
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-page]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    shown.querySelector("img").src = link.href;
    shown.querySelector("[data-page-number]").textContent = link.href.match(/(\d+)\.png/)[1];
    if (!matchMedia("(min-width: 90rem)").matches) shown.scrollIntoView({ block: "nearest" });
  });
}

showPages();
previewWhileWriting();
readAgainWhenChanged();
