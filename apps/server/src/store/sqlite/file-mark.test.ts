import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFolder } from '../../testing/test-app.ts';
import { put } from '../testing/support.ts';
import { markOf } from './file-mark.ts';
import { openSqliteStores } from './open-sqlite-stores.ts';

const UNIT = 'unit_la_paz';

async function aUnit() {
  const dir = aFolder();
  const path = join(dir, 'units', 'la_paz.sqlite');
  const open = async () => {
    const stores = await openSqliteStores({ dir });
    onTestFinished(() => stores.close());
    return stores;
  };
  /** Sets the times of all files back, as if the last write were long ago. */
  const settle = () => {
    for (const name of readdirSync(join(dir, 'units'))) {
      const file = join(dir, 'units', name);
      const before = statSync(file).mtimeMs / 1_000 - 60;
      utimesSync(file, before, before);
    }
  };
  return { path, open, settle };
}

describe('the mark of a database file', () => {
  it('changes with every write, even one that is only in the log', async () => {
    const { path, open } = await aUnit();
    expect(markOf(path)).toBeNull();
    const store = await (await open()).open(UNIT);
    const marks = [markOf(path)?.text];
    for (const id of ['a', 'b', 'c']) {
      await put(store, id);
      marks.push(markOf(path)?.text);
    }
    expect(new Set(marks).size).toBe(4);
  });

  it('a file that is only read keeps its mark', async () => {
    const { path, open } = await aUnit();
    const first = await open();
    await put(await first.open(UNIT), 'a');
    await first.close();
    const before = markOf(path)?.text;
    const second = await open();
    await (await second.open(UNIT)).read('a');
    expect(markOf(path)?.text).toBe(before);
    await second.close();
    expect(markOf(path)?.text).toBe(before);
  });

  it('the mark of a file is settled only some seconds after the last write', async () => {
    const { path, open, settle } = await aUnit();
    await put(await (await open()).open(UNIT), 'a');
    expect(markOf(path)?.isSettled).toBe(false);
    settle();
    expect(markOf(path)?.isSettled).toBe(true);
  });

  it('makes a cached sequence notice what another process writes', async () => {
    const { open, settle } = await aUnit();
    const writer = await (await open()).open(UNIT);
    const reader = await open();
    for (const id of ['a', 'b']) {
      await put(writer, id);
      settle();
      for (let asked = 0; asked < 2; asked += 1) {
        expect(await reader.sequence(UNIT)).toBe((await writer.info()).updateSeq);
      }
    }
  });
});
