/** What the page sends to the service worker when this device is to keep a coordinator's pages. */
export const KEEP_DESK = 'KEEP_DESK';
