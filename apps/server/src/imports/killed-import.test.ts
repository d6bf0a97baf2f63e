import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportResultBody } from '@crece/contract';
import { describe, expect, it } from 'vitest';
import { unitStoreName } from '../gateway/unit-place.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { bareEnvironment, QUICK_START } from '../testing/bare-environment.ts';
import { shortOrDeep } from '../testing/deep.ts';
import { programFile } from '../testing/programs.ts';
import { aFolder } from '../testing/test-app.ts';
import { UNIT } from './testing/import-facts.ts';

const SCRIPT = programFile('import-process');
const ROUNDS = shortOrDeep(3, 20);
const CHILDREN = shortOrDeep(1_200, 3_000);
const VISITS = 2;
/** How many more rows are done at each kill; twice as many are left after the last one. */
const ROWS_EACH = Math.floor((CHILDREN * VISITS) / (ROUNDS + 2));
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

/** Runs the import, which kills itself in this round, or not at all. */
function run(dataDir: string, path: string, round: number | null) {
  const kill = round === null ? [] : [`${ROWS_EACH * (round + 1)}`, `${(round + 0.5) / ROUNDS}`];
  const args = [...QUICK_START, SCRIPT, dataDir, path, 'one', ...kill];
  const child = spawn(process.execPath, args, {
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
    for (let round = 0; round < ROUNDS; round += 1) {
      // The kill comes in the middle of a batch, at its beginning or at its end.
      const { signal } = await run(dataDir, path, round);
      expect(signal).toBe('SIGKILL');
      const { children, screenings } = await stored(dataDir);
      expect(screenings.size).toBe(children);
      expect(new Set(screenings.values())).toEqual(new Set([VISITS]));
      expect(children).toBeGreaterThan(before);
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
