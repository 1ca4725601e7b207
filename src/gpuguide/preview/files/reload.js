// Waits for the files behind a page to change, and shows what is to be said about it. Only the preview adds this to a page.
"use strict";
(() => {
  const version = document.currentScript.dataset.version;
  const kept = `gpuguide scroll ${location.pathname}`;
  let reloading = false;
  const query = new URLSearchParams({ path: location.pathname, version });

  const place = sessionStorage.getItem(kept);
  if (place !== null && !document.querySelector(".gpuguide-overlay")) {
    sessionStorage.removeItem(kept);
    const [left, top] = JSON.parse(place);
    scrollTo({ left, top, behavior: "instant" });
  }

  const reload = () => {
    if (!document.querySelector(".gpuguide-overlay")) sessionStorage.setItem(kept, JSON.stringify([scrollX, scrollY]));
    reloading = true;
    location.reload();
  };

  const list = (texts) => {
    const items = document.createElement("ul");
    for (const text of texts) items.appendChild(document.createElement("li")).textContent = text;
    return items;
  };

  const show = ({ title, notes, findings }) => {
    const old = document.querySelector(".gpuguide-badge");
    const open = old !== null && old.open;
    if (old !== null) old.remove();
    if (notes.length + findings.length === 0) return;
    const badge = document.createElement("details");
    badge.className = findings.length ? "gpuguide-badge findings" : "gpuguide-badge";
    badge.lang = "en";
    badge.open = open;
    badge.appendChild(document.createElement("summary")).textContent = title;
    badge.append(list(findings), list(notes));
    document.body.append(badge);
  };

  const events = new EventSource(`/-/events?${query}`);
  events.addEventListener("page", reload);
  events.addEventListener("badge", (event) => show(JSON.parse(event.data)));
  addEventListener("pagehide", () => {
    events.close();
    history.scrollRestoration = reloading ? "manual" : "auto"; // or a reload would end where an overlay stood
  });
})();
