import { isStoreName } from './store-names.ts';

/**
 * The store with a name, opened only once. A failed opening is forgotten, so that the next
 * caller tries again; the present caller gets the error.
 *
 * @throws TypeError for an invalid name of a database
 */
export async function openOnce<Store>(
  opened: Map<string, Promise<Store>>,
  name: string,
  open: (name: string) => Promise<Store>,
): Promise<Store> {
  if (!isStoreName(name)) throw new TypeError(`not a name of a database: ${name}`);
  const known = opened.get(name);
  if (known !== undefined) return known;
  const opening = open(name);
  opened.set(name, opening);
  opening.catch(() => opened.delete(name));
  return opening;
}
