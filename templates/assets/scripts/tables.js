// Sorts and filters tables that ask for it, and shows chosen columns side by side. Without this script every table is whole.
// It knows no number: it orders by the exact values that the page already carries.
const value = (cell) => {
  const data = cell.querySelector("data[value]");
  return data ? Number(data.value) : null;
};

const text = (cell) => cell.textContent.trim();

const compare = (a, b, locale) => {
  const [x, y] = [value(a), value(b)];
  if (x !== null && y !== null) return x - y;
  if (x !== null) return -1;
  if (y !== null) return 1;
  return text(a).localeCompare(text(b), locale);
};

const state = new URLSearchParams(location.search);
const remember = (name, content) => {
  if (content) state.set(name, content);
  else state.delete(name);
  const query = state.toString();
  history.replaceState(null, "", (query ? "?" + query : location.pathname) + location.hash);
};

const sortable = (table) => {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const order = (index, down) => {
    const rows = [...body.rows];
    rows.sort((a, b) => {
      const [x, y] = [a.cells[index], b.cells[index]];
      const missing = Number(!!x.querySelector("[data-absent]")) - Number(!!y.querySelector("[data-absent]"));
      return missing || (down ? -1 : 1) * compare(x, y, document.documentElement.lang);
    });
    body.append(...rows);
    heads.forEach((head, at) => head.setAttribute("aria-sort", at === index ? (down ? "descending" : "ascending") : "none"));
    remember(table.id + "-sort", (down ? "-" : "") + index);
  };
  heads.forEach((head, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => order(index, head.getAttribute("aria-sort") === "ascending"));
  });
  const kept = state.get(table.id + "-sort");
  if (kept && Math.abs(Number(kept)) < heads.length) order(Math.abs(Number(kept)), kept.startsWith("-"));
};

const filterable = (table) => {
  const label = document.createElement("label");
  label.className = "filter";
  label.append(table.dataset.filter + " ");
  const input = document.createElement("input");
  input.type = "search";
  label.append(input);
  const status = document.createElement("span");
  status.setAttribute("role", "status");
  label.append(status);
  table.closest(".table").before(label);
  const apply = () => {
    const words = input.value.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const content = row.textContent.normalize("NFKC").toLowerCase();
      row.hidden = !words.every((word) => content.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    status.textContent = shown ? "" : table.dataset.none;
    remember(table.id + "-filter", input.value);
  };
  input.addEventListener("input", apply);
  input.value = state.get(table.id + "-filter") || "";
  if (input.value) apply();
};

const choosable = (table) => {
  const heads = [...table.tHead.rows[0].cells].slice(1);
  const box = document.createElement("fieldset");
  box.className = "choose";
  const legend = document.createElement("legend");
  legend.textContent = table.dataset.choose;
  box.append(legend);
  const kept = (state.get("compare") || "").split(",").filter(Boolean);
  const inputs = heads.map((head) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "checkbox";
    input.value = head.dataset.member;
    input.checked = kept.includes(input.value);
    label.append(input, " " + text(head.querySelector("[data-name]") || head));
    box.append(label);
    return input;
  });
  const apply = () => {
    const chosen = inputs.filter((input) => input.checked);
    inputs.forEach((input, index) => {
      const hide = chosen.length > 0 && !input.checked;
      for (const row of table.rows) row.cells[index + 1].hidden = hide;
    });
    remember("compare", chosen.map((input) => input.value).join(","));
  };
  box.addEventListener("change", apply);
  table.closest(".table").before(box);
  if (kept.length) apply();
};

for (const table of document.querySelectorAll("table[data-interactive]")) {
  filterable(table);
  sortable(table);
}
for (const table of document.querySelectorAll("table[data-choose]")) choosable(table);
