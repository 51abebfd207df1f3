"use strict";
// Sorting, filtering, folding and hints. The page is complete without any of it.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  for (const element of all("[data-script], [data-copy]")) element.hidden = false;

  // Overview: rows are filtered, and sorted by a column; a second click turns the order round, a third restores it. Of many units only
  // some have rows, and the others stand in the page as data: rows are made of it when somebody asks for them.
  const table = document.querySelector("table.sortable");
  const body = table && table.tBodies[0];
  const data = document.getElementById("units");
  const filter = document.getElementById("filter");
  const onlyUnknown = document.getElementById("only-unknown");
  const shown = document.getElementById("shown");
  const number = (text) => Number(text);
  // What rows are made of.
  const blank = data && body.rows[0].cloneNode(true);
  if (blank) blank.hidden = true;
  const most = body ? body.rows.length : 0;
  const count = (value) => (value === 0 ? '<span class="zero">0</span>' : value.toLocaleString("en"));
  const made = ([href, name, pack, file, place, share, rank, covered, infeasible, unknown, tests, findings, evaluations, time, took]) => {
    const row = blank.cloneNode(true);
    const cells = [...row.cells];
    row.hidden = false;
    row.dataset.unknown = unknown;
    const link = cells[0].firstChild;
    link.setAttribute("href", href);
    link.textContent = name;
    if (pack) {
      const under = document.createElement("span");
      under.className = "package";
      under.textContent = " " + pack;
      link.append(under);
    }
    cells[1].title = file;
    cells[1].textContent = place;
    cells[2].dataset.value = rank;
    const bar = cells[2].querySelector(".bar");
    bar.setAttribute("aria-label", covered + " covered, " + infeasible + " infeasible, " + unknown + " unknown");
    bar.replaceChildren(...[["covered", covered], ["unknown", unknown], ["infeasible", infeasible]].filter((part) => part[1] > 0).map(([name, size]) => {
      const part = document.createElement("i");
      part.className = name;
      part.style.flexGrow = size;
      return part;
    }));
    cells[2].querySelector("b").textContent = share;
    [covered, infeasible, unknown, tests, findings].forEach((value, at) => {
      cells[3 + at].dataset.value = value;
      cells[3 + at].innerHTML = count(value);
    });
    cells[8].dataset.value = evaluations;
    cells[8].textContent = evaluations.toLocaleString("en");
    cells[9].dataset.value = time;
    cells[9].textContent = took;
    return row;
  };
  // An entry for each unit: its row or how to make it, and what it is found and sorted by.
  let known = null;
  const entries = () => {
    if (known) return known;
    const ofRow = (row) => ({
      row: () => row,
      unknown: number(row.dataset.unknown),
      text: row.cells[0].textContent + " " + row.cells[1].textContent,
      column: (at, kind) => (kind === "number" ? number(row.cells[at].dataset.value) : row.cells[at].textContent),
    });
    const ofRecord = (record) => {
      const [, name, pack, , place, , rank, covered, infeasible, unknown, tests, findings, evaluations, time] = record;
      const columns = [name + (pack ? " " + pack : ""), place, number(rank), covered, infeasible, unknown, tests, findings, evaluations, time];
      let row = null;
      return {
        row: () => (row ??= made(record)),
        unknown,
        text: columns[0] + " " + place,
        column: (at) => columns[at],
      };
    };
    known = data ? JSON.parse(data.textContent).map(ofRecord) : [...body.rows].map(ofRow);
    return known;
  };
  const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
  const show = () => {
    const wanted = filter.value.trim().toLowerCase();
    const isKept = (entry) => entry.text.toLowerCase().includes(wanted) && (!onlyUnknown.checked || entry.unknown > 0);
    const kept = entries().filter(isKept);
    const head = table.tHead.rows[0].querySelector("th[aria-sort]");
    const order = [...kept];
    if (head) {
      const sign = head.getAttribute("aria-sort") === "ascending" ? 1 : -1;
      const kind = head.firstChild.dataset.sort;
      const at = (entry) => entry.column(head.cellIndex, kind);
      order.sort((a, b) => sign * compare(at(a), at(b)));
    }
    const total = entries().length;
    if (data) {
      const few = order.slice(0, most);
      const rows = few.map((entry) => entry.row());
      body.replaceChildren(...(rows.length ? rows : [blank]));
      const found = kept.length.toLocaleString("en") + (kept.length === total ? "" : " found");
      shown.textContent = few.length < kept.length ? few.length + " of " + found + " shown" : found;
      return;
    }
    const set = new Set(kept);
    for (const entry of entries()) {
      const row = entry.row();
      row.hidden = !set.has(entry);
      const link = row.cells[0].querySelector("a");
      const unit = link.pathname === location.pathname && document.getElementById(link.hash.slice(1));
      if (unit) unit.hidden = row.hidden;
    }
    body.append(...order.map((entry) => entry.row()));
    for (const file of all("section.file")) {
      const units = all("details.unit", file);
      file.hidden = units.length > 0 && units.every((unit) => unit.hidden);
    }
    shown.textContent = kept.length === total ? "" : kept.length + " of " + total + " shown";
  };
  if (filter && table) {
    filter.addEventListener("input", show);
    onlyUnknown.addEventListener("change", show);
    for (const button of all("table.sortable button[data-sort]")) {
      button.addEventListener("click", () => {
        const head = button.parentElement;
        const first = button.dataset.sort === "number" ? "descending" : "ascending";
        const second = first === "ascending" ? "descending" : "ascending";
        const now = head.getAttribute("aria-sort");
        const next = now === null ? first : now === first ? second : null;
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        if (next) head.setAttribute("aria-sort", next);
        show();
      });
    }
  }

  // Goals: only those that are open.
  for (const box of all("input[data-only-open]")) {
    const rows = all("table.goals tbody tr", box.closest("details"));
    box.addEventListener("change", () => {
      for (const row of rows) row.hidden = box.checked && !row.classList.contains("unknown");
    });
  }

  // Folding.
  for (const button of all("button[data-fold]")) {
    button.addEventListener("click", () => {
      for (const unit of all("details.unit")) unit.open = button.dataset.fold === "open";
    });
  }
  const reveal = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let up = target; up; up = up.parentElement) {
      if (up.hidden) up.hidden = false;
      if (up.tagName === "DETAILS") up.open = true;
    }
    target.scrollIntoView({ block: target.tagName === "DETAILS" ? "start" : "center" });
  };
  addEventListener("hashchange", reveal);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (link && link.hash === location.hash) reveal();
  });
  reveal();
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = all("details:not([open]):not(.rest)");
    for (const details of folded) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of folded) details.open = false;
  });

  // Control flow: the path of a test, zoom and dragging.
  for (const figure of all("figure.graph")) {
    const svg = figure.querySelector("svg");
    if (!svg) continue;
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const view = { x: 0, y: 0, width, height };
    const draw = () => svg.setAttribute("viewBox", [view.x, view.y, view.width, view.height].join(" "));
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.style.height = Math.min(height, 544) + "px";
    figure.classList.add("live");
    const zoom = (factor, x = view.x + view.width / 2, y = view.y + view.height / 2) => {
      const wanted = Math.min(Math.max(view.width * factor, 60), 4 * width);
      const by = wanted / view.width;
      view.x = x - (x - view.x) * by;
      view.y = y - (y - view.y) * by;
      view.width *= by;
      view.height *= by;
      draw();
    };
    const fit = () => {
      Object.assign(view, { x: 0, y: 0, width, height });
      draw();
    };
    // A tall graph is not shrunk until nothing can be read: it opens at its top, in its own size.
    const start = () => {
      fit();
      const box = svg.getBoundingClientRect();
      if (!box.width || (width <= box.width && height <= box.height)) return;
      const scale = Math.min(1, Math.max(0.75, box.width / width));
      view.width = box.width / scale;
      view.height = box.height / scale;
      // The entry in the middle, as far as the drawing reaches.
      const entry = svg.querySelector(".block rect");
      const middle = entry ? Number(entry.getAttribute("x")) + Number(entry.getAttribute("width")) / 2 : width / 2;
      view.x = width <= view.width ? (width - view.width) / 2 : Math.min(Math.max(middle - view.width / 2, 0), width - view.width);
      draw();
    };
    start();
    for (let up = figure.parentElement; up; up = up.parentElement) {
      if (up.tagName === "DETAILS") up.addEventListener("toggle", () => { if (up.open) start(); }, { once: true });
    }
    const scale = () => {
      const matrix = svg.getScreenCTM();
      return matrix && matrix.a ? 1 / matrix.a : 1;
    };
    for (const button of all("button[data-zoom]", figure)) {
      button.addEventListener("click", () => {
        if (button.dataset.zoom === "fit") fit();
        else zoom(button.dataset.zoom === "in" ? 0.8 : 1.25);
      });
    }
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      zoom(event.deltaY < 0 ? 0.85 : 1.18, at.x, at.y);
    }, { passive: false });
    let grip = null;
    svg.addEventListener("pointerdown", (event) => {
      if (event.button === 0) grip = { x: event.clientX, y: event.clientY, moved: false };
    });
    addEventListener("pointermove", (event) => {
      if (!grip) return;
      const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
      if (!grip.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
      const by = scale();
      view.x -= dx * by;
      view.y -= dy * by;
      Object.assign(grip, { x: event.clientX, y: event.clientY, moved: true });
      figure.classList.add("moving");
      draw();
    });
    addEventListener("pointerup", () => {
      const moved = grip && grip.moved;
      grip = null;
      figure.classList.remove("moving");
      // The click that ends a drag follows no link.
      if (moved) svg.addEventListener("click", (event) => event.preventDefault(), { once: true, capture: true });
    });
    const choice = figure.querySelector("select");
    choice.addEventListener("change", () => {
      const edges = new Set(choice.value.split(" "));
      figure.classList.toggle("chosen", choice.value !== "");
      const blocks = new Set(["0"]);
      for (const edge of all("[data-edge]", svg)) {
        const on = edges.has(edge.dataset.edge);
        edge.classList.toggle("on", on);
        if (on) for (const end of edge.dataset.ends.split(" ")) blocks.add(end);
      }
      for (const block of all("[data-block]", svg)) block.classList.toggle("on", blocks.has(block.dataset.block));
    });
  }

  // Hints: the title of a mark, at once and on focus too.
  const hint = document.createElement("div");
  hint.id = "hint";
  hint.setAttribute("role", "tooltip");
  hint.hidden = true;
  document.body.append(hint);
  const hover = (event) => {
    const mark = event.target.closest && event.target.closest("a.sign");
    if (!mark) return hide();
    if (mark.title) {
      mark.dataset.hint = mark.title;
      mark.setAttribute("aria-description", mark.title);
      mark.removeAttribute("title");
    }
    hint.textContent = mark.dataset.hint;
    hint.hidden = false;
    const box = mark.getBoundingClientRect();
    const left = Math.min(box.left, innerWidth - hint.offsetWidth - 8);
    const below = box.bottom + 6 + hint.offsetHeight < innerHeight;
    hint.style.left = Math.max(8, left) + "px";
    hint.style.top = (below ? box.bottom + 6 : box.top - hint.offsetHeight - 6) + "px";
  };
  const hide = () => { hint.hidden = true; };
  document.addEventListener("pointerover", hover);
  document.addEventListener("focusin", hover);
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  addEventListener("scroll", hide, { passive: true, capture: true });

  // Copy.
  for (const button of all("button[data-copy]")) {
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(source.textContent);
      } catch {
        const range = document.createRange();
        range.selectNodeContents(source);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        document.execCommand("copy");
      }
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
  }
})();
