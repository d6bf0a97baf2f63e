import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOW } from '../../testing/open-test-unit.ts';
import { quickKeys } from '../../testing/quick-keys.ts';
import { childFields, screeningOf } from '../../testing/records.ts';
import { ANA, type TestPhone, twoPhones } from '../conflicts/testing/two-phones.ts';
import { asText, makeBackup, openBackup } from './index.ts';

const CODE = '482109375564102';

beforeEach(quickKeys);

afterEach(() => {
  vi.restoreAllMocks();
});

async function madeBy({ unit }: TestPhone) {
  const made = await makeBackup([unit], CODE, { now: NOW });
  if (!made.ok || made.units[0] === undefined) throw new Error('nothing was made');
  return { file: made.file, ...made.units[0] };
}

describe('a backup file as text', () => {
  it('opens like the file, also with line ends, blanks and a mark that a mail program has changed', async () => {
    const { ana, jose } = await twoPhones();
    const child = await ana.unit.createChild(childFields({ comments: 'ñandú 🌽' }), ANA, NOW);
    const text = await asText((await madeBy(ana)).file);
    expect(text.type).toBe('text/plain');
    const characters = await text.text();
    expect(characters).toMatch(/^CRECE BACKUP AS TEXT\r\n(?:[A-Za-z0-9+/=]{1,76}\r\n)+$/);
    const changed = `\uFEFF${characters.replaceAll('\r\n', ' \n')}\n\n`;
    for (const file of [text, new Blob([changed])]) {
      const answer = await openBackup(file, CODE);
      expect(answer.ok).toBe(true);
      if (answer.ok) await answer.backup.load(async () => jose.unit);
    }
    expect((await jose.unit.readChildFile(child._id))?.child.comments).toBe('ñandú 🌽');
    expect(jose.unit.snapshot().pending).toBe(1);
  });

  it('a file as text is refused when it is cut or has a wrong character', async () => {
    const { ana } = await twoPhones();
    for (let at = 0; at < 20; at += 1) await ana.unit.createChild(childFields(), ANA, NOW);
    const text = await (await asText((await madeBy(ana)).file)).text();
    const lines = text.split('\r\n');
    const cut = lines.slice(0, -8).join('\r\n');
    expect(await openBackup(new Blob([cut]), CODE)).toEqual({ ok: false, code: 'cut' });
    const wrong = `${text.slice(0, 200)}?${text.slice(201)}`;
    expect(await openBackup(new Blob([wrong]), CODE)).toEqual({ ok: false, code: 'damaged' });
  });
});

describe('a file that was handed over', () => {
  it('holds pending records as they were; what is changed or added since counts again', async () => {
    const { ana } = await twoPhones();
    const child = await ana.unit.createChild(childFields(), ANA, NOW);
    await ana.unit.createChild(childFields({ firstName: 'Luz' }), ANA, NOW);
    const { mark, records } = await madeBy(ana);
    expect(records).toBe(2);
    expect(ana.unit.heldBy(mark)).toBe(2);
    await ana.unit.saveScreening(child._id, screeningOf(child), ANA, NOW);
    // The screening is new, and the child's record holds its summary.
    expect(ana.unit.snapshot().pending).toBe(3);
    expect(ana.unit.heldBy(mark)).toBe(1);
    expect(ana.unit.heldBy((await madeBy(ana)).mark)).toBe(3);
  });

  it('holds nothing any more when the server has it, or when the database is another one', async () => {
    const { ana, jose } = await twoPhones();
    await ana.unit.createChild(childFields(), ANA, NOW);
    const { mark } = await madeBy(ana);
    await jose.unit.createChild(childFields(), ANA, NOW);
    expect(jose.unit.heldBy(mark)).toBe(0);
    const { ledger, store } = ana.engine;
    await ledger.settle({ offered: await store.lastSequence(), now: NOW });
    expect(ana.unit.heldBy(mark)).toBe(0);
  });
});
