// Works out what a form asks from terms that the build exported: it multiplies, adds, compares, and rounds by the given step. Every
// number is an exact ratio; every text, sign and rule comes from the file. What was asked stands in the address.
const ratio = (text) => {
  const [top, bottom = "1"] = text.split("/");
  return { top: BigInt(top), bottom: BigInt(bottom) };
};
const times = (a, b) => ({ top: a.top * b.top, bottom: a.bottom * b.bottom });
const over = (a, b) => ({ top: a.top * b.bottom, bottom: a.bottom * b.top });
const plus = (a, b) => ({ top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom });
const exceeds = (a, b) => a.top * b.bottom > b.top * a.bottom;
const decimal = (text) => {
  const [whole, part = ""] = text.split(".");
  return { top: BigInt(whole + part), bottom: 10n ** BigInt(part.length) };
};

const grouped = (data, text) => {
  const [whole, part = ""] = text.split(".");
  const shown = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, () => data.group);
  return part ? shown + data.decimal + part : shown;
};

// A number as the language prints it: the first line whose start it reaches, its unit, its step.
const print = (data, lines, value) => {
  const line = lines.find((one) => !exceeds(ratio(one.from), value));
  const [scale, step] = [ratio(line.scale), ratio(line.step)];
  const steps = over(over(value, scale), step);
  const rest = steps.top % steps.bottom;
  const up = line.round === "up" ? rest > 0n : line.round === "half-up" && rest * 2n >= steps.bottom;
  const rounded = times({ top: steps.top / steps.bottom + (up ? 1n : 0n), bottom: 1n }, step);
  const digits = String((rounded.top * 10n ** BigInt(line.decimals)) / rounded.bottom).padStart(line.decimals + 1, "0");
  const cut = digits.length - line.decimals;
  let part = digits.slice(cut);
  if (line.trim) part = part.replace(/0+$/, "");
  const pattern = rounded.top === rounded.bottom ? line.one : line.pattern;
  return pattern.replace("{n}", () => grouped(data, digits.slice(0, cut) + (part ? `.${part}` : "")));
};

// What was typed, as a plain decimal: digits of any width, grouped or not, with the language's own signs; or what is wrong with it.
const escaped = (sign) => sign.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
export const read = (data, field, typed) => {
  const narrow = typed.replace(/[\uff01-\uff5e]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0));
  const text = narrow.replace(/\s/g, " ").trim();
  if (!text) return { error: field.errors.empty };
  const named = field.names.find(([name]) => name.toLowerCase() === text.toLowerCase());
  if (named) return { value: named[1] };
  const shape = new RegExp(`^(\\d{1,3}(?:${escaped(data.group)}\\d{3})+|\\d{1,3}(?: \\d{3})+|\\d{1,40})(?:${escaped(data.decimal)}(\\d{1,20}))?$`);
  const found = shape.exec(text);
  if (!found) return { error: /^[-\u2212]\d/.test(text) ? field.errors.range : field.errors.unread };
  const whole = found[1].replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  const part = (found[2] ?? "").replace(/0+$/, "");
  if (part.length > field.decimals) return { error: field.decimals ? field.errors.digits : field.errors.whole };
  const value = part ? `${whole}.${part}` : whole;
  const [least, most, number] = [field.least, field.most, value].map(decimal);
  return exceeds(least, number) || exceeds(number, most) ? { error: field.errors.range } : { value };
};

// The whole answer to what stands in the fields, as texts; `asked` is what was typed or chosen, by field.
export const answer = (data, asked) => {
  const [errors, values] = [{}, {}];
  for (const field of data.fields) {
    const text = asked[field.id] ?? "";
    if (field.options) values[field.id] = field.options.some(([id]) => id === text) ? text : field.start;
    else {
      const said = read(data, field, text);
      if (said.error) errors[field.id] = said.error;
      else values[field.id] = said.value;
    }
  }
  if (Object.keys(errors).length) return { errors, values, results: null, parts: [], rows: [], found: "" };
  const exact = data.results.map(({ by, terms }) => {
    const key = by.map((id) => values[id]).join(" ");
    return terms.reduce((sum, { of, values: known }) => {
      const product = of.reduce((one, id) => times(one, decimal(values[id])), ratio(known[key] ?? "0"));
      return plus(sum, product);
    }, ratio("0"));
  });
  const results = exact.map((value, at) => print(data, data.results[at].prints, value));
  const narrowed = data.fields.filter((field) => field.narrows).map((field) => values[field.id]).filter(Boolean);
  let count = 0;
  const rows = [];
  for (const row of data.rows) {
    const suits = Object.entries(row.suits).every(([id, options]) => options.includes(values[id]));
    const fits = data.holds.map(({ result }, at) => suits && !exceeds(exact[result], ratio(row.rooms[at])));
    const holds = fits.some(Boolean);
    if (narrowed.length ? !narrowed.every((one) => row.members.includes(one)) : !holds) continue;
    if (holds) count += 1;
    const verdicts = data.holds.flatMap(({ says }, at) => (says ? [data.verdicts[fits[at] ? 0 : 1]] : []));
    rows.push([row.name, ...verdicts, ...row.cells.map((cell, at) => cell[data.columns[at].map((id) => values[id]).join(" ")])]);
  }
  const whole = data.total < 0 ? null : exact[data.total];
  const parts = whole ? exact.slice(0, data.total).map((value) => Number((value.top * whole.bottom * 10000n) / (value.bottom * whole.top)) / 100) : [];
  const said = count ? data.words.fits.replace("{count}", () => grouped(data, String(count))) : data.words.nothing;
  return { errors, values, results, parts, rows, found: said };
};

const element = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

const start = async (box) => {
  const form = box.querySelector("form");
  const refused = box.querySelector("[data-refused]");
  const output = box.querySelector("output");
  const terms = [...box.querySelectorAll(".answer dt")].map((one) => one.textContent);
  const control = (field) => form.elements.namedItem(field.id);
  let data;
  try {
    const response = await fetch(new URL(box.dataset.calculator, document.baseURI));
    if (!response.ok) throw new Error(response.statusText);
    data = await response.json();
  } catch {
    refused.textContent = form.dataset.failed;
    return;
  }
  for (const field of data.fields) if (field.options) control(field).append(...field.options.map(([id, name]) => new Option(name, id)));
  const presets = form.querySelector("[data-presets]");
  presets.append(...data.presets.map((one, at) => new Option(one.name, at)));

  const put = (values) => {
    for (const field of data.fields) {
      const value = values[field.id] ?? field.start;
      control(field).value = field.options ? value : grouped(data, value);
    }
  };
  // The address is a stranger's: what it says of a field is taken when the field could say it, and else refused aloud.
  const recall = () => {
    const [query, values, unknown] = [new URLSearchParams(location.search), {}, []];
    for (const field of data.fields) {
      if (!query.has(field.id)) continue;
      const said = query.get(field.id);
      const plain = /^\d{1,40}(\.\d{1,20})?$/.test(said) && read({ decimal: ".", group: "," }, field, said);
      if (field.options ? field.options.some(([id]) => id === said) : plain && plain.value) values[field.id] = field.options ? said : plain.value;
      else unknown.push(control(field).labels[0].textContent);
    }
    put(values);
    refused.textContent = unknown.length ? data.words.query.replace("{names}", () => unknown.join(data.marks.comma)) : "";
  };
  const remember = (values, replace) => {
    const query = new URLSearchParams(location.search);
    for (const field of data.fields) values[field.id] === field.start ? query.delete(field.id) : query.set(field.id, values[field.id]);
    const text = query.toString();
    if (text === new URLSearchParams(location.search).toString()) return;
    history[replace ? "replaceState" : "pushState"](null, "", (text ? `?${text}` : location.pathname) + location.hash);
  };

  let waiting = 0;
  const announce = (text) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => (output.textContent = text), 250);
  };
  const show = () => {
    const found = answer(data, Object.fromEntries(data.fields.map((field) => [field.id, control(field).value])));
    for (const field of data.fields) {
      const place = field.options ? null : document.getElementById(control(field).getAttribute("aria-describedby"));
      if (!place) continue;
      place.textContent = found.errors[field.id] ?? "";
      control(field).toggleAttribute("aria-invalid", field.id in found.errors);
      if (field.id in found.errors) control(field).setAttribute("aria-invalid", "true");
    }
    box.querySelectorAll(".answer dd").forEach((one, at) => (one.textContent = found.results ? found.results[at] : ""));
    box.querySelector(".bar")?.replaceChildren(
      ...found.parts.map((share) => {
        const part = element("span", "");
        part.style.setProperty("inline-size", `${share}%`);
        return part;
      }),
    );
    box.querySelector("tbody").replaceChildren(
      ...found.rows.map(([name, ...cells]) => {
        const row = document.createElement("tr");
        row.append(Object.assign(element("th", name), { scope: "row" }), ...cells.map((cell) => element("td", cell)));
        return row;
      }),
    );
    const told = found.results?.map((one, at) => `${terms[at]}${data.marks.colon}${one}`).slice(Math.max(data.total, 0));
    announce(told ? [...told, found.found].join(data.marks.semicolon) : Object.values(found.errors).join(" "));
    return found;
  };
  const changed = (replace) => {
    refused.textContent = "";
    const found = show();
    if (found.results) remember(found.values, replace);
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target === presets) {
      if (presets.value) put(data.presets[presets.value].values);
    } else presets.value = "";
    changed(event.target.tagName === "INPUT");
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    presets.value = "";
    put({});
    changed(false);
  });
  addEventListener("popstate", () => {
    presets.value = "";
    recall();
    show();
  });
  recall();
  show();
  box.dataset.ready = "";
};

if (typeof document !== "undefined") document.querySelectorAll("[data-calculator]").forEach(start);
