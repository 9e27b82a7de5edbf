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

// Keeps what is being written: it survives leaving, reloading and an expired session, until it is saved.
function keepUnsaved() {
  const text = document.querySelector("form.editing textarea");
  if (!text) return;
  const place = `unsaved:${location.pathname}`;
  const kept = localStorage.getItem(place);
  if (kept !== null && kept !== text.value) {
    const note = document.createElement("p");
    note.className = "errornote";
    note.setAttribute("role", "alert");
    note.textContent = "You have written something here that is not saved. ";
    const take = document.createElement("button");
    take.type = "button";
    take.textContent = "Take it back";
    const drop = document.createElement("button");
    drop.type = "button";
    drop.textContent = "Forget it";
    take.addEventListener("click", () => {
      text.value = kept;
      text.dispatchEvent(new Event("input"));
      note.remove();
    });
    drop.addEventListener("click", () => {
      localStorage.removeItem(place);
      note.remove();
    });
    note.append(take, " ", drop);
    text.form.before(note);
  }
  let isDirty = false;
  text.addEventListener("input", () => {
    isDirty = true;
    localStorage.setItem(place, text.value);
  });
  text.form.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "preview") isDirty = false;
  });
  addEventListener("beforeunload", (event) => {
    if (isDirty) event.preventDefault();
  });
}

// What was saved need not be kept any longer.
function forgetSaved() {
  const saved = document.querySelector(".messagelist .success");
  if (!saved || !saved.textContent.includes("Saved.")) return;
  const draft = location.pathname.replace(/change\/$/, "");
  for (const place of Object.keys(localStorage)) {
    if (place.startsWith(`unsaved:${draft}`)) localStorage.removeItem(place);
  }
}

forgetSaved();
keepUnsaved();
showPages();
previewWhileWriting();
readAgainWhenChanged();
