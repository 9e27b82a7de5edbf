// Decides about changes without leaving the place, with buttons or keys. Without it, each button is a form.

const problem = document.querySelector("[data-problem]");

function say(text) {
  problem.textContent = text;
  problem.hidden = !text;
}

function mark(article, act, by) {
  article.classList.toggle("is-accepted", act === "accept");
  article.classList.toggle("is-rejected", act === "reject");
  const done = { accept: "Accepted", reject: "Rejected" }[act];
  article.querySelector(".decided").textContent = done ? `${done} by ${by}` : "";
}

async function send(form, button) {
  const data = new FormData(form);
  data.set(button.name, button.value);
  const headers = { Accept: "application/json" };
  const answer = await fetch(form.getAttribute("action"), { method: "POST", body: data, headers });
  if (answer.redirected || !(answer.headers.get("Content-Type") || "").includes("json")) {
    throw new Error("You are signed out: sign in again in another tab, then go on here.");
  }
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.problem);
  return said;
}

async function decide(form, button) {
  const article = form.closest(".decidable");
  try {
    const said = await send(form, button);
    say("");
    mark(article, button.value, said.by);
    for (const left of document.querySelectorAll("[data-left]")) left.textContent = said.left;
    document.querySelector("[data-publish]")?.toggleAttribute("hidden", said.left > 0);
    if (button.value === "undo") article.focus();
    else (next(article, 1, true) || article).focus();
  } catch (error) {
    say(error.message);
  }
}

async function handOver(form, button) {
  try {
    const said = await send(form, button);
    say("");
    document.querySelector("[data-stage-said]").textContent = `${button.textContent}: said by ${said.by}.`;
    form.hidden = true;
  } catch (error) {
    say(error.message);
  }
}

document.addEventListener("submit", (event) => {
  const handing = event.target.closest("form[data-stage]");
  if (handing && event.submitter) {
    event.preventDefault();
    handOver(handing, event.submitter);
    return;
  }
  const form = event.target.closest("form[data-decide], form[data-undo]");
  if (!form || !event.submitter) return;
  event.preventDefault();
  decide(form, event.submitter);
});

function next(article, step, onlyOpen) {
  const all = [...document.querySelectorAll(".decidable")];
  for (let place = all.indexOf(article) + step; place >= 0 && place < all.length; place += step) {
    if (!onlyOpen || !all[place].matches(".is-accepted, .is-rejected")) return all[place];
  }
  return null;
}

const keys = {
  j: (article) => next(article, 1)?.focus(),
  k: (article) => (article ? next(article, -1) : null)?.focus(),
  a: (article) => article?.querySelector("[data-accept]")?.click(),
  r: (article) => article?.querySelector("[data-reason]")?.focus(),
  u: (article) => article?.querySelector("form[data-undo] button")?.click(),
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select");
  if (typing?.matches("[data-reason]") && event.key === "Enter") {
    event.preventDefault();
    typing.form.querySelector("button[value=reject]").click();
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key](document.activeElement.closest(".decidable"));
});
