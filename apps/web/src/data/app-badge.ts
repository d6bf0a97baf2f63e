/**
 * Puts a number on the icon of the installed application, where the browser can (0: none). Whoever
 * picks up a locked phone, or one that somebody signed out of, must not read it there.
 */
export function setBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  navigator.setAppBadge(count).catch((cause: unknown) => {
    console.warn('The icon could not carry a number.', cause);
  });
}
