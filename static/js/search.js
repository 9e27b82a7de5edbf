// Offers cards, sections and rulings while somebody types. Without it, the form works all the same.

function offerWhileTyping() {
  const form = document.querySelector("form.search[data-suggestions]");
  const input = form && form.querySelector("input[type=search]");
  if (!input) return;

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });

  const list = document.createElement("ul");
  list.id = "suggestions";
  list.className = "suggestions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", gettext("Suggestions"));
  list.hidden = true;
  const status = document.createElement("p");
  status.className = "visually-hidden";
  status.setAttribute("role", "status");
  input.after(list, status);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id, "aria-expanded": "false",
  })) input.setAttribute(name, value);

  let chosen = -1;
  let timer = 0;
  let newest = 0;

  const close = () => {
    list.hidden = true;
    chosen = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const choose = (index) => {
    const options = [...list.children];
    if (!options.length) return;
    chosen = (index + options.length + 1) % (options.length + 1);
    options.forEach((option, place) => option.setAttribute("aria-selected", String(place === chosen)));
    const option = options[chosen];
    if (option) {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };

  const show = (suggestions) => {
    list.replaceChildren(...suggestions.map((suggestion, index) => {
      const option = document.createElement("li");
      option.id = `suggestion-${index}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      const link = document.createElement("a");
      link.href = suggestion.url;
      link.tabIndex = -1;
      const title = document.createElement("span");
      title.textContent = suggestion.title;
      const detail = document.createElement("small");
      detail.textContent = suggestion.detail;
      link.append(title, detail);
      // A press must not take the focus away, and the list with it, before the click.
      option.addEventListener("mousedown", (event) => event.preventDefault());
      option.append(link);
      return option;
    }));
    chosen = -1;
    list.hidden = suggestions.length === 0;
    input.setAttribute("aria-expanded", String(!list.hidden));
    status.textContent = suggestions.length ? ngettext("%(count)s suggestion", "%(count)s suggestions", suggestions.length) : "";
  };

  const ask = async () => {
    const number = ++newest;
    const typed = input.value.trim();
    if (typed.length < 2) return close();
    try {
      const query = new URLSearchParams({ q: typed, first: form.dataset.game || "" });
      const answer = await fetch(`${form.dataset.suggestions}?${query}`);
      if (!answer.ok) return;
      const { suggestions } = await answer.json();
      if (number === newest && document.activeElement === input) show(suggestions);
    } catch {
      close();
    }
  };

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, 120);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.hidden) return;
      event.preventDefault();
      const last = list.children.length;
      choose(event.key === "ArrowDown" ? (chosen === last ? 0 : chosen + 1) : (chosen < 0 ? last - 1 : chosen === 0 ? last : chosen - 1));
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && !list.hidden && list.children[chosen]) {
      event.preventDefault();
      list.children[chosen].querySelector("a").click();
    }
  });
  input.addEventListener("blur", () => setTimeout(close, 150));
}

offerWhileTyping();

// Tells the editors of a search that opened nothing and was asked again in other words; nothing about who asked.
function noteAskedAgain() {
  const page = document.querySelector("[data-asked]");
  const form = document.querySelector("form.search[data-again]");
  if (!page || !form) return;
  const asked = page.dataset.asked;
  const opened = `opened:${asked}`;
  page.addEventListener("click", (event) => {
    if (event.target.closest("a")) sessionStorage.setItem(opened, "1");
  });
  form.addEventListener("submit", () => {
    const next = form.querySelector("input[type=search]").value.trim();
    if (next && next !== asked && !sessionStorage.getItem(opened)) {
      navigator.sendBeacon(form.dataset.again, new URLSearchParams({ q: asked }));
    }
  });
}

noteAskedAgain();
