// Search in pages that are read from files: there, a browser allows neither a worker nor fetching the index.
// A frame takes the place of the worker, and a script that of the index.
if (location.protocol === "file:") {
  const root = document.currentScript.src.replace(/[^/]*$/, "");

  const load = (page, url) => new Promise((done) => {
    const script = page.createElement("script");
    script.src = url;
    script.onload = done;
    page.body.appendChild(script);
  });

  // The theme's worker asks for this name.
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.appendChild(frame);
      const inside = this.inside = frame.contentWindow;
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.importScripts = (...urls) => Promise.all(urls.map((one) => load(inside.document, one)));
      this.ready = load(inside.document, url);
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {}
  };

  window.__search = {
    index: new Promise((done) => addEventListener("DOMContentLoaded", () =>
      load(document, root + "search/search_index.js").then(() => done(window.search_index)))),
  };
}
