// Finds and sorts rows, and shows chosen columns side by side; what was asked stands in the address. Without this script every
// table is whole. It knows no number: it orders by the exact values that the page already carries, and offers what the cells print.
const language = document.documentElement.lang;
const exact = (cell) => {
  const data = cell.querySelector("data[value]");
  return data ? Number(data.value) : null;
};
const text = (cell) => cell.textContent.trim();
const plain = (words) => words.normalize("NFKC").toLowerCase();
const names = (cell) => [...cell.querySelectorAll("[data-name], [data-flag]")].map((one) => [one.dataset.name ?? one.dataset.state, text(one)]);

// What is asked, as the address says it. Typing replaces the entry of the history, all else adds one.
const asked = () => new URLSearchParams(location.search);
const remember = (changes, replace) => {
  const state = asked();
  for (const [key, value] of Object.entries(changes)) value ? state.set(key, value) : state.delete(key);
  const query = state.toString();
  if (query === asked().toString()) return;
  history[replace ? "replaceState" : "pushState"](null, "", (query ? `?${query}` : location.pathname) + location.hash);
};
const applied = [];
addEventListener("popstate", () => applied.forEach((apply) => apply()));

const compare = (a, b) => {
  const [x, y] = [exact(a), exact(b)];
  return x !== null && y !== null ? x - y : text(a).localeCompare(text(b), language);
};

const sortable = (table, prefix) => {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const original = [...body.rows];
  const sort = () => {
    const said = asked().get(`${prefix}sort`) ?? "";
    const down = said.startsWith("-");
    const index = heads.findIndex((head) => head.dataset.column === said.replace("-", ""));
    heads.forEach((head, at) => {
      if (at === index) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    if (index < 0) return body.append(...original);
    const missing = (row) => Number(row.cells[index].querySelector("[data-absent]") !== null);
    const order = (a, b) => missing(a) - missing(b) || (down ? -1 : 1) * compare(a.cells[index], b.cells[index]);
    body.append(...original.toSorted(order));
  };
  for (const head of heads) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      remember({ [`${prefix}sort`]: (head.getAttribute("aria-sort") === "ascending" ? "-" : "") + head.dataset.column });
      sort();
    });
  }
  applied.push(sort);
};

const offer = (select, cells) => {
  const found = new Map();
  for (const cell of cells) {
    if (select.dataset.by === "one") for (const [id, name] of names(cell)) found.set(id.split("/").at(-1), name);
    else if (exact(cell) !== null) found.set(cell.querySelector("data").value, text(cell.querySelector("data")));
  }
  const options = [...found];
  options.sort(select.dataset.by === "one" ? (a, b) => a[1].localeCompare(b[1], language) : (a, b) => a[0] - b[0]);
  select.append(...options.map(([value, shown]) => new Option(shown, value)));
};

const passes = (select, cell) => {
  if (!select.value) return true;
  if (select.dataset.by === "one") return names(cell).some(([id]) => id.split("/").at(-1) === select.value);
  const value = exact(cell);
  return value !== null && (select.dataset.by === "least" ? value >= Number(select.value) : value <= Number(select.value));
};

const findable = (form, table, prefix) => {
  const heads = [...table.tHead.rows[0].cells];
  const selects = [...form.querySelectorAll("select")];
  const columns = selects.map((select) => heads.findIndex((head) => head.dataset.column === select.name));
  const rows = [...table.tBodies[0].rows];
  const search = form.elements.find;
  selects.forEach((select, at) => offer(select, rows.map((row) => row.cells[columns[at]])));
  const filter = () => {
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const content = plain(row.textContent);
      row.hidden = !words.every((word) => content.includes(word)) || !selects.every((select, at) => passes(select, row.cells[columns[at]]));
    }
    const shown = rows.filter((row) => !row.hidden).length;
    const said = form.dataset.found.replace("{shown}", shown).replace("{all}", rows.length);
    form.querySelector("[role=status]").textContent = shown ? said : form.dataset.none;
  };
  let typing = false;
  const restore = () => {
    typing = false;
    const state = asked();
    search.value = state.get(`${prefix}find`) ?? "";
    for (const select of selects) {
      const value = state.get(prefix + select.name) ?? "";
      select.value = [...select.options].some((option) => option.value === value) ? value : "";
    }
    filter();
  };
  const keep = (replace) => {
    remember({ [`${prefix}find`]: search.value, ...Object.fromEntries(selects.map((one) => [prefix + one.name, one.value])) }, replace);
    filter();
  };
  search.addEventListener("input", () => {
    keep(typing);
    typing = true;
  });
  form.addEventListener("change", (event) => {
    typing = false;
    if (event.target !== search) keep();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => keep()));
  applied.push(restore);
};

const choosable = (box, table) => {
  const inputs = [...box.querySelectorAll("input")];
  const show = () => {
    const chosen = (asked().get("compare") ?? "").split(",");
    for (const input of inputs) input.checked = chosen.includes(input.value);
    const some = inputs.some((input) => input.checked);
    inputs.forEach((input, index) => {
      for (const row of table.rows) row.cells[index + 1].hidden = some && !input.checked;
    });
  };
  box.addEventListener("change", () => {
    remember({ compare: inputs.filter((input) => input.checked).map((input) => input.value).join(",") });
    show();
  });
  applied.push(show);
};

[...document.querySelectorAll("[data-for]")].forEach((control, index) => {
  const table = document.getElementById(control.dataset.for);
  const prefix = index ? `${control.dataset.for.slice(2)}.` : "";
  if (control.matches("form")) {
    findable(control, table, prefix);
    sortable(table, prefix);
  } else choosable(control, table);
});
applied.forEach((apply) => apply());
