/**
 * Gives jsdom what our pages use of a browser and it does not have: scrolling and sizes, which a test
 * never sees, and a server, which answers every question with a plain installation.
 */
export function installBrowserGaps(): void {
  window.scrollTo = () => undefined;
  window.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  globalThis.fetch = () => Promise.resolve(Response.json({ demo: false, supportContact: null }));
}
