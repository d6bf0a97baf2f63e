/**
 * Many files as one text: a line of JSON with each file's name and number of characters in their
 * order, then their texts, one after the other.
 */
export function bundleOf(files: ReadonlyMap<string, string>): string {
  const lengths = [...files].map(([name, { length }]) => [name, length] as const);
  return `${JSON.stringify(Object.fromEntries(lengths))}\n${[...files.values()].join('')}`;
}

/**
 * The texts of a bundle by the names of their files.
 *
 * @throws {Error} when it is not exactly as long as its first line says
 */
export function apart(bundle: string): Map<string, string> {
  let at = bundle.indexOf('\n') + 1;
  const lengths = JSON.parse(bundle.slice(0, at)) as Record<string, number>;
  const files = new Map<string, string>();
  for (const [name, length] of Object.entries(lengths)) {
    files.set(name, bundle.slice(at, at + length));
    at += length;
  }
  if (at !== bundle.length) throw new Error('A bundle of files is not complete.');
  return files;
}

const TYPES: readonly (readonly [end: string, type: string])[] = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
];

/** A file of a bundle as the server would answer it. */
export function asAnswer(name: string, text: string): Response {
  const type = TYPES.find(([end]) => name.endsWith(end))?.[1] ?? 'text/plain; charset=utf-8';
  return new Response(text, { headers: { 'content-type': type } });
}
