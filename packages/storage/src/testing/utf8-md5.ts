/** What this file uses of Node, without Node's types: the browser's project reads it too. */
interface NodeProcess {
  getBuiltinModule(name: 'module'): { createRequire(from: string): (name: string) => unknown };
}

interface Md5 {
  stringMd5(text: string): string;
}

let isDone = false;

/**
 * Makes PouchDB in Node give a document the revision that it gives it in a browser. Its digest takes
 * the lowest byte of each character there and UTF-8 here, so that two phones that merge the same
 * letters beyond ASCII would never write the same revision.
 */
export function digestUtf8(): void {
  if (isDone) return;
  isDone = true;
  const node = Reflect.get(globalThis, 'process') as NodeProcess;
  const load = node.getBuiltinModule('module').createRequire(import.meta.url);
  const md5 = load('pouchdb-md5') as Md5;
  const { stringMd5 } = md5;
  md5.stringMd5 = (text) => stringMd5(bytesAsCharacters(text));
}

/** One character for each byte of the text's UTF-8. */
function bytesAsCharacters(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
