import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../testing/test-app.ts';
import { writeMailFile } from './file-delivery.ts';

const NOW = new Date('2026-03-14T10:42:07.123Z');

function aFolderWith(count: number): string {
  const folder = join(aFolder(), 'mail');
  mkdirSync(folder);
  for (let index = 0; index < count; index += 1) {
    writeFileSync(join(folder, `2026-01-01T${String(index).padStart(4, '0')}.eml`), '');
  }
  writeFileSync(join(folder, '0-note.txt'), 'not a mail');
  return folder;
}

describe('writeMailFile', () => {
  it('keeps the thousandth mail', async () => {
    const folder = aFolderWith(999);
    await writeMailFile(folder, 'reset', Buffer.from('x'), NOW);
    expect(readdirSync(folder)).toHaveLength(1_001);
    expect(readdirSync(folder)).toContain('2026-01-01T0000.eml');
  });

  it('deletes only the oldest mail when there is one more', async () => {
    const folder = aFolderWith(1_000);
    const file = await writeMailFile(folder, 'reset', Buffer.from('x'), NOW);
    const names = readdirSync(folder);
    expect(names).toHaveLength(1_001);
    expect(names).not.toContain('2026-01-01T0000.eml');
    expect(names).toEqual(expect.arrayContaining(['0-note.txt', '2026-01-01T0001.eml']));
    expect(names.map((name) => join(folder, name))).toContain(file);
  });
});
