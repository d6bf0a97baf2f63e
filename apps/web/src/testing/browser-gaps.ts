/**
 * Adds what our pages use of a browser and jsdom lacks: scrolling and sizes, which a test never
 * sees, and a server that answers every request as a default installation does.
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
