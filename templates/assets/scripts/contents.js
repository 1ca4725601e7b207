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
