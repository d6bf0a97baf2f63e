import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportResultBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { unitStoreName } from '../gateway/unit-place.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { shortOrDeep } from '../testing/deep.ts';
import { aFolder } from '../testing/test-app.ts';
import { UNIT } from './testing/import-facts.ts';

const SCRIPT = new URL('./testing/import-process.ts', import.meta.url).pathname;
const ROUNDS = shortOrDeep(3, 20);
/** Each kill comes this much later after the first rows than the one before. */
const STEP_MS = shortOrDeep(40, 5);
const CHILDREN = shortOrDeep(1_200, 3_000);
const VISITS = 2;
const HEADER = 'nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla\n';

/** A file in which the rows of a child are far apart. */
function aFile(dir: string): string {
  const lines = Array.from({ length: CHILDREN * VISITS }, (_none, row) => {
    const child = row % CHILDREN;
    const screening = Math.floor(row / CHILDREN);
    return `N${child},Xol,niña,2024-03-10,2025-0${screening + 1}-10,${7 + screening / 10},${66 + screening}\n`;
  });
  const path = join(dir, 'children.csv');
  writeFileSync(path, HEADER + lines.join(''));
  return path;
}

/** Runs the import, which kills itself this many milliseconds after its rows have begun. */
function run(dataDir: string, path: string, killAfter: number | null) {
  const args = [SCRIPT, dataDir, path, 'one', ...(killAfter === null ? [] : [String(killAfter)])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  return new Promise<{ out: string; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (_code, signal) => resolve({ out, signal }));
  });
}

async function stored(dataDir: string) {
  const stores = await openSqliteStores({ dir: dataDir });
  const screenings = new Map<string, number>();
  let children = 0;
  for await (const { _id, _rev, owner } of (await stores.open(unitStoreName(UNIT))).list()) {
    expect(_rev).toMatch(/^1-/);
    if (_id.startsWith('chld_')) children += 1;
    else screenings.set(String(owner), (screenings.get(String(owner)) ?? 0) + 1);
  }
  await stores.close();
  return { children, screenings };
}

describe('an import that is killed', { timeout: 240_000 }, () => {
  it(`leaves no half-written child in ${ROUNDS} rounds, resumes, and writes nothing twice`, async () => {
    const dataDir = aFolder();
    const path = aFile(dataDir);
    let before = 0;
    // On a slow machine the first kills may come before the first batch is written.
    for (let round = 0; round < ROUNDS || before === 0; round += 1) {
      // The kill comes in the middle of a batch, at its beginning or at its end.
      const { signal } = await run(dataDir, path, STEP_MS * round);
      expect(signal).toBe('SIGKILL');
      const { children, screenings } = await stored(dataDir);
      expect(screenings.size).toBe(children);
      expect(new Set(screenings.values())).toEqual(new Set(children === 0 ? [] : [VISITS]));
      expect(children).toBeGreaterThanOrEqual(before);
      before = children;
    }
    const { out } = await run(dataDir, path, null);
    const result = JSON.parse(out) as ImportResultBody;
    // Rows written by an earlier attempt keep the outcome that they had then.
    expect(result).toMatchObject({
      status: 'imported',
      created: CHILDREN * VISITS,
      updated: 0,
      duplicate: 0,
      rejected: 0,
    });
    expect(await stored(dataDir)).toMatchObject({ children: CHILDREN });
  });
});
