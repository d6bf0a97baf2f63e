const LONGEST = 2_000;
/**
 * Control characters, blanks and backslashes: browsers drop or convert them, so `/\evil` leads
 * elsewhere.
 */
const DANGEROUS = /[\p{Cc}\p{Z}\\]/u;
/** Any host will do, because our paths stay on it. */
const BASE = 'http://own.invalid';

/**
 * Returns a path of this application, or `null` for anything that a browser might resolve to
 * another host. A valid path begins with exactly one `/` and has no empty segment: `/a?b#c`, not
 * `//evil.example`.
 */
export function ownPath(text: string): string | null {
  if (text.length > LONGEST || !text.startsWith('/') || DANGEROUS.test(text)) return null;
  const url = URL.parse(text, BASE);
  if (url === null || url.origin !== BASE) return null;
  // Checked after `..` is resolved too: `/..//evil.example` becomes `//evil.example`.
  return /^[^?#]*\/\//.test(text) || url.pathname.startsWith('//') ? null : text;
}

/** The path with one more query parameter: `/a?b=1#c`, `err`, `x` gives `/a?b=1&err=x#c`. */
export function withQuery(path: string, name: string, value: string): string {
  const url = new URL(path, BASE);
  url.searchParams.set(name, value);
  return `${url.pathname}${url.search}${url.hash}`;
}
