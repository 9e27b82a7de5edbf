// Timing charts of a kept game: whole, and step by step within their document.
import { articles, body, escaped, headed, linked, named, short, source } from "./pocket-pieces.js";

const PROVOKES = { yes: gettext("yes"), no: gettext("no"), lost: gettext("icon lost") };

function stepRow(game, step) {
  const notes = (step.notes || []).map((place) => game.rulings[place])
    .map((note) => `<div class="step-note"><p class="wording-title">${escaped(note.title)}</p><div class="text">${note.html || ""}</div></div>`);
  return `<li class="step depth-${step.depth || 0}"><p class="step-title"><a href="${escaped(step.url)}">${headed(step)}</a></p>${step.html ? `<div class="text">${step.html}</div>` : ""}${notes.join("")}</li>${step.window ? `<li class="window">${escaped(step.window)}</li>` : ""}`;
}

function chartPart(game, chart) {
  const above = (chart.above || []).map((place) => body(game.rulings[place])).join("");
  const steps = (chart.steps || []).map((place) => stepRow(game, game.rulings[place])).join("");
  const below = chart.below || [];
  const notes = below.length ? `<details class="notes"><summary>${escaped(ngettext("%(count)s note on this chart", "%(count)s notes on this chart", below.length))}</summary>${articles(game, below)}</details>` : "";
  return `<section class="chart"><h2>${escaped(chart.title)}</h2>${above}<ol class="steps">${steps}</ol>${notes}</section>`;
}

function actionPart(game, table) {
  const rows = table.rows.map(([place, provokes]) => {
    const action = game.rulings[place];
    return `<tr><th scope="row">${linked(action, action.title)}</th><td>${action.html || ""}</td><td class="provokes provokes-${escaped(provokes)}">${escaped(PROVOKES[provokes] ?? provokes)}</td></tr>`;
  });
  return `<section class="actions"><h2>${escaped(table.title)}</h2><table class="stacked"><thead><tr><th scope="col">${gettext("Action")}</th><th scope="col">${gettext("What you do")}</th><th scope="col">${gettext("Provokes attacks of opportunity")}</th></tr></thead><tbody>${rows.join("")}</tbody></table></section>`;
}

// The charts of one document; others have their own page.
export function chartsPage(game, doc) {
  const parts = [...(doc.charts || []).map((chart) => chartPart(game, chart)), ...(doc.actions || []).map((table) => actionPart(game, table))];
  const title = gettext("Timing");
  const none = `<p class="lead">${gettext("This document has no timing chart.")}</p>`;
  return { title, html: `<h1>${title}</h1><p class="facts">${linked(doc, doc.edition)}</p>${parts.join("") || none}` };
}

const thumb = (rel, word, url, title) => `<a rel="${rel}" href="${escaped(url)}"><span>${escaped(word)}</span>${escaped(title)}</a>`;

// A step as a place to be at: where it stands, what comes next, and what may be done here.
export function stepPage(game, doc, step) {
  const here = game.rulings.indexOf(step);
  const charts = (doc.charts || []).filter((chart) => chart.steps);
  const first = (chart) => game.rulings[chart.steps[0]];
  const phases = charts.map((chart) => `<li><a href="${escaped(first(chart).url)}"${chart.steps.includes(here) ? " aria-current=\"step\"" : ""}>${escaped(chart.title)}</a></li>`);
  const above = (step.above || []).map((place) => linked(game.rulings[place], short(named(game.rulings[place]))));
  const before = game.rulings[step.before];
  const after = game.rulings[step.after];
  const back = before ? thumb("prev", gettext("Back"), before.url, named(before)) : `<a href="${escaped(doc.url)}timing/"><span>${gettext("Back")}</span>${gettext("All charts")}</a>`;
  const next = after ? thumb("next", gettext("Next"), after.url, named(after)) : thumb("next", gettext("From the start"), first(charts[0]).url, charts[0].title);
  const jumps = (step.jumps || []).map((place) => game.rulings[place])
    .map((one) => `<a class="button" href="${escaped(one.url)}">${escaped(gettext("Go to %(step)s", { step: short(named(one), 80) }))}</a>`);
  const windows = {
    before: step.window_before && gettext("%(window)s, before this step", { window: step.window_before }),
    after: step.window && gettext("%(window)s: players may act here before the next step", { window: step.window }),
  };
  const window = (told) => (told ? `<p class="window">${escaped(told)}</p>` : "");
  const about = step.about || [];
  const ruled = about.length ? `<section id="about"><h2>${escaped(ngettext("%(count)s ruling about this step", "%(count)s rulings about this step", about.length))}</h2>${articles(game, about)}</section>` : "";
  return {
    title: named(step),
    html: `<div class="cursor" data-follow="${escaped(doc.url)}" data-step="${escaped(step.key || short(step.title, 30))}">
      <nav class="phases" aria-label="${escaped(gettext("Phases"))}"><ol>${phases.join("")}</ol></nav>
      ${above.length ? `<p class="path">${above.join(" › ")}</p>` : ""}${window(windows.before)}
      <article class="current-step"><h1>${headed(step)}</h1>${body(step)}${jumps.length ? `<p class="jumps-to">${jumps.join(" ")}</p>` : ""}</article>
      ${window(windows.after)}<nav class="thumb" aria-label="${escaped(gettext("Steps"))}">${back}${next}</nav>${ruled}${source(step)}</div>`,
  };
}
