/**
 * Features that the built files use although the oldest Chrome lacks them, each with what happens
 * there. An entry that nothing uses any more is a fault.
 */
export const ACCEPTED: Readonly<Record<string, string>> = {
  // Scripts: what asks first whether the browser has it.
  '.caches': 'a name of the service worker’s library; `caches` itself is older',
  setImmediate: 'React’s scheduler asks first; no browser has it',
  '.fromElement': 'React’s events; of old browsers',
  '.animation': 'React asks whether the style exists',
  '.transition': 'React asks whether the style exists',
  '.popover': 'React’s list of attributes',
  '.startViewTransition': 'React asks first; we use no view transitions',
  '.skipTransition': 'of a view transition',
  '.canIntercept': 'React asks whether there is a navigation',
  '.currentEntry': 'React asks whether there is a navigation',
  WebTransport: 'the channel’s library asks first, and uses a WebSocket',
  '.createBidirectionalStream': 'of a WebTransport',
  '.yield': 'asked first; otherwise a timer',
  '.setAppBadge': 'asked first; without it the icon carries no number',

  // Styles: a rule or value that is skipped there.
  ':has': 'a ring, a tint or a margin is missing; what is chosen is drawn by the input itself',
  ':details-content': 'paper shows the folds that are open, not all',
  'text-wrap': 'lines break where they are full',
  'text-wrap: balance': 'lines break where they are full',
  'text-wrap: wrap': 'lines break where they are full',
  'text-wrap: pretty': 'lines break where they are full',
  'scrollbar-width': 'a thin scroll bar is seen with a mouse',
  'scrollbar-width: none': 'a thin scroll bar is seen with a mouse',
  'print-color-adjust': '-webkit-print-color-adjust stands beside it',
  'print-color-adjust: exact': '-webkit-print-color-adjust stands beside it',
  'field-sizing': 'a long comment scrolls in its field',
  'field-sizing: content': 'a long comment scrolls in its field',
};
