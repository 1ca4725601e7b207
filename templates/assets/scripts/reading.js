// Marks the part that is being read in the list of contents. Without this script the list is a list of links.
const links = new Map();
for (const link of document.querySelectorAll(".contents a")) links.set(link.hash.slice(1), link);
const inView = new Set();

const mark = () => {
  const current = [...links.keys()].find((id) => inView.has(id));
  if (!current) return;
  for (const [id, link] of links) {
    if (id === current) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
};

// A part is being read while it crosses the upper third of the window.
const observer = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) inView[entry.isIntersecting ? "add" : "delete"](entry.target.id);
    mark();
  },
  { rootMargin: "-20% 0px -66% 0px" },
);
for (const id of links.keys()) observer.observe(document.getElementById(id));

// On a narrow screen the list folds again once it has led somewhere.
const folded = document.querySelector(".contents details");
folded?.addEventListener("click", (event) => {
  if (event.target.closest("a")) folded.open = false;
});

// Opens the working of a number beside it. The working is the entry of the list at the page's end, cloned when it is asked for:
// without this script, or in a browser without popovers, the number stays a link to that entry.
const panel = document.getElementById("working");
if (panel?.showPopover) {
  const content = panel.querySelector(".content");
  const back = panel.querySelector(".back");
  const trail = [];
  let opener = null;

  const entry = (link) => document.getElementById(link.hash.slice(1))?.closest(".derivation");

  const origins = (item) => {
    const given = entry(item.querySelector("a[href^='#']") ?? item)?.querySelector(".origins")?.cloneNode(true);
    if (given) item.append(given);
  };

  const show = (source) => {
    const copy = source.cloneNode(true);
    copy.removeAttribute("id");
    for (const item of copy.querySelectorAll("li")) if (item.querySelector("a[href^='#']")) origins(item);
    content.replaceChildren(copy);
    back.hidden = trail.length < 2;
    panel.scrollTop = 0;
  };

  const follow = (event) => {
    const link = event.target.closest?.("a.figure, #working a[href^='#d-']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
    const source = entry(link);
    if (!source) return;
    event.preventDefault();
    const inside = panel.contains(link);
    if (!inside) trail.length = 0;
    trail.push(source);
    show(source);
    if (inside) content.focus();
    else if (opener !== link || !panel.matches(":popover-open")) {
      if (panel.matches(":popover-open")) panel.hidePopover();
      opener = link;
      opener.setAttribute("aria-expanded", "true");
      panel.showPopover({ source: opener });
    }
  };

  back.addEventListener("click", () => {
    trail.pop();
    show(trail.at(-1));
    content.focus();
  });
  panel.addEventListener("beforetoggle", (event) => {
    if (event.newState === "closed") opener?.setAttribute("aria-expanded", "false");
  });
  document.addEventListener("click", follow);
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches?.("a.figure")) return;
    event.preventDefault();
    event.target.click();
  });
  for (const link of document.querySelectorAll("a.figure")) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-haspopup", "dialog");
    link.setAttribute("aria-expanded", "false");
  }
}
