import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../testing/test-app.ts';
import { prepareDataFolder } from './data-folder.ts';
import { dropCutSwaps, swapFolders } from './folder-swap.ts';

const PARTS = ['databases', 'pictures', 'outbox'] as const;

function filled(dataDir: string, text: string, parts: readonly string[] = PARTS): void {
  for (const part of parts) {
    mkdirSync(join(dataDir, part), { recursive: true });
    writeFileSync(join(dataDir, part, 'a-file'), text);
  }
  writeFileSync(join(dataDir, 'secret'), text);
}

const textsIn = (dataDir: string) =>
  [...PARTS.map((part) => `${part}/a-file`), 'secret'].map((name) =>
    existsSync(join(dataDir, name)) ? readFileSync(join(dataDir, name), 'utf8') : null,
  );

const FRESH = ['fresh', 'fresh', 'fresh', 'fresh'];
const PRESENT = ['present', 'present', 'present', 'present'];

describe('a swap of the parts of a data folder', () => {
  it('puts the fresh ones in place, and the present ones aside', () => {
    const dataDir = aFolder();
    filled(dataDir, 'present');
    filled(join(dataDir, 'fresh-1'), 'fresh');
    swapFolders(dataDir, 'fresh-1', 'replaced-1');
    expect(textsIn(dataDir)).toEqual(FRESH);
    expect(textsIn(join(dataDir, 'replaced-1'))).toEqual(PRESENT);
    expect([existsSync(join(dataDir, 'fresh-1')), existsSync(join(dataDir, 'swap.json'))]).toEqual([
      false,
      false,
    ]);
  });

  it('empties what the fresh one lacks, and keeps the secret', () => {
    const dataDir = aFolder();
    filled(dataDir, 'present');
    mkdirSync(join(dataDir, 'fresh-1/databases'), { recursive: true });
    swapFolders(dataDir, 'fresh-1', 'replaced-1');
    expect(textsIn(dataDir)).toEqual([null, null, null, 'present']);
    expect(textsIn(join(dataDir, 'replaced-1'))).toEqual(['present', 'present', 'present', null]);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'that was killed after %s of its eight renamings is ended by the next start',
    async (done) => {
      const dataDir = aFolder();
      filled(dataDir, 'present');
      filled(join(dataDir, 'fresh-1'), 'fresh');
      writeFileSync(
        join(dataDir, 'swap.json'),
        JSON.stringify({ fresh: 'fresh-1', aside: 'replaced-1' }),
      );
      const at = (...names: string[]) => join(dataDir, ...names);
      mkdirSync(at('replaced-1'));
      const renamings = [...PARTS, 'secret'].flatMap((name) => [
        () => renameSync(at(name), at('replaced-1', name)),
        () => renameSync(at('fresh-1', name), at(name)),
      ]);
      for (const rename of renamings.slice(0, done)) rename();
      await prepareDataFolder(dataDir);
      expect(textsIn(dataDir)).toEqual(FRESH);
      expect(textsIn(at('replaced-1'))).toEqual(PRESENT);
      expect(existsSync(at('swap.json'))).toBe(false);
    },
  );
});

describe('what a killed command left before its swap', () => {
  it('is removed, but not what a swap that has begun still needs', () => {
    const dataDir = aFolder();
    const fresh = join(dataDir, 'fresh-20261130T002717');
    mkdirSync(join(fresh, 'databases'), { recursive: true });
    mkdirSync(join(dataDir, 'replaced-20261130T002717'));
    writeFileSync(join(dataDir, 'swap.json'), '{}');
    dropCutSwaps(dataDir);
    expect(existsSync(fresh)).toBe(true);
    rmSync(join(dataDir, 'swap.json'));
    dropCutSwaps(dataDir);
    expect(readdirSync(dataDir)).toEqual(['replaced-20261130T002717']);
  });
});
