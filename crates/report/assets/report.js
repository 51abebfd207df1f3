"use strict";
// Sorting, filtering, folding and hints. The page is complete without any of it.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  for (const element of all("[data-script], [data-copy]")) element.hidden = false;

  // Overview: sort by a column; a second click turns the order round, a third restores it.
  const table = document.querySelector("table.sortable");
  const body = table.tBodies[0];
  const original = [...body.rows];
  const value = (row, column, kind) => {
    const cell = row.cells[column];
    return kind === "number" ? Number(cell.dataset.value) : cell.textContent;
  };
  const compare = (a, b) => (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
  for (const button of all("button[data-sort]", table)) {
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
      const unit = document.getElementById(row.cells[0].querySelector("a").hash.slice(1));
      if (unit) unit.hidden = !keep;
      count += keep;
    }
    for (const file of all("section.file")) {
      const units = all("details.unit", file);
      file.hidden = units.length > 0 && units.every((unit) => unit.hidden);
    }
    shown.textContent = count === original.length ? "" : count + " of " + original.length + " shown";
  };
  filter.addEventListener("input", apply);
  onlyUnknown.addEventListener("change", apply);

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
