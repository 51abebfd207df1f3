"use strict";
// Sorting, filtering, folding and hints. The page is complete without any of it.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  for (const element of all("[data-script], [data-copy]")) element.hidden = false;

  // Overview: sort by a column; a second click turns the order round, a third restores it.
  const table = document.querySelector("table.sortable");
  const body = table && table.tBodies[0];
  const original = table ? [...body.rows] : [];
  const value = (row, column, kind) => {
    const cell = row.cells[column];
    return kind === "number" ? Number(cell.dataset.value) : cell.textContent;
  };
  const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
  for (const button of all("table.sortable button[data-sort]")) {
    button.addEventListener("click", () => {
      const head = button.parentElement;
      const first = button.dataset.sort === "number" ? "descending" : "ascending";
      const second = first === "ascending" ? "descending" : "ascending";
      const now = head.getAttribute("aria-sort");
      const next = now === null ? first : now === first ? second : null;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      const rows = [...original];
      if (next) {
        head.setAttribute("aria-sort", next);
        const sign = next === "ascending" ? 1 : -1;
        const at = (row) => value(row, head.cellIndex, button.dataset.sort);
        rows.sort((a, b) => sign * compare(at(a), at(b)));
      }
      body.append(...rows);
    });
  }

  // Overview: filter rows, and the functions below with them.
  const filter = document.getElementById("filter");
  const onlyUnknown = document.getElementById("only-unknown");
  const shown = document.getElementById("shown");
  const apply = () => {
    const wanted = filter.value.trim().toLowerCase();
    let count = 0;
    for (const row of original) {
      const text = (row.cells[0].textContent + " " + row.cells[1].textContent).toLowerCase();
      const keep = text.includes(wanted) && (!onlyUnknown.checked || Number(row.dataset.unknown) > 0);
      row.hidden = !keep;
      const link = row.cells[0].querySelector("a");
      const unit = link.pathname === location.pathname && document.getElementById(link.hash.slice(1));
      if (unit) unit.hidden = !keep;
      count += keep;
    }
    for (const file of all("section.file")) {
      const units = all("details.unit", file);
      file.hidden = units.length > 0 && units.every((unit) => unit.hidden);
    }
    shown.textContent = count === original.length ? "" : count + " of " + original.length + " shown";
  };
  if (filter) {
    filter.addEventListener("input", apply);
    onlyUnknown.addEventListener("change", apply);
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
      view.x = (width - view.width) / 2;
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
  const show = (event) => {
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
  document.addEventListener("pointerover", show);
  document.addEventListener("focusin", show);
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
