import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { aFolder, aStores } from '../../testing/test-app.ts';
import type { DocumentStore } from '../document-store.ts';
import { put } from '../testing/support.ts';

const NAME = 'Xochiquetzal-Tepeyac';

/** Files of a folder, log included, that hold a text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));
}

/** A unit with many records, of which one with the name was emptied. */
async function emptied(store: DocumentStore): Promise<void> {
  await store.write(
    Array.from({ length: 300 }, (_, i) => ({ _id: `chld_${i}`, firstName: `Child ${i}`, n: i })),
  );
  const first = await put(store, 'chld_x', { firstName: NAME, comments: 'x'.repeat(9_000) });
  const second = await put(store, 'chld_x', { firstName: NAME, ward: 'B' }, first);
  await store.write([{ _id: 'chld_x', _rev: second, _deleted: true, why: 'erased' }]);
}

describe('scrubbing a file', () => {
  it('a scrub leaves no byte of what was deleted, in the file or its log; compaction alone does not promise it', async () => {
    const dir = aFolder();
    const stores = await aStores(dir);
    const store = await stores.open('unit_la_paz');
    await emptied(store);
    expect(filesWith(dir, NAME)).not.toEqual([]);
    await store.scrub();
    expect(filesWith(dir, NAME)).toEqual([]);
    expect(await store.info()).toMatchObject({ docCount: 300, deletedCount: 1 });
    expect(await store.read('chld_7')).toMatchObject({ firstName: 'Child 7' });
    expect(await put(store, 'chld_new', { n: 1 })).toMatch(/^1-/);
  });

  it('writes that come meanwhile wait, and are kept', async () => {
    const dir = aFolder();
    const store = await (await aStores(dir)).open('unit_la_paz');
    await emptied(store);
    const [, ...revs] = await Promise.all([
      store.scrub(),
      put(store, 'chld_a', { n: 1 }),
      put(store, 'chld_b', { n: 2 }),
    ]);
    expect(revs).toHaveLength(2);
    expect(await store.read('chld_b')).toMatchObject({ n: 2 });
    expect(filesWith(dir, NAME)).toEqual([]);
  });

  it('a scrub waits for a reader of another program, whose view is the former one', async () => {
    const dir = aFolder();
    const store = await (await aStores(dir)).open('unit_la_paz');
    await emptied(store);
    const other = new DatabaseSync(join(dir, 'units', 'la_paz.sqlite'));
    other.exec('BEGIN');
    expect(other.prepare('SELECT count(*) AS n FROM documents').get()?.['n']).toBe(301);
    const scrubbed = store.scrub();
    setTimeout(() => other.close(), 400);
    await scrubbed;
    expect(filesWith(dir, NAME)).toEqual([]);
  });
});
