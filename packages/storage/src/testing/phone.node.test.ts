import { createHash } from 'node:crypto';
import { newRevision } from '@crece/replication';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPhone, type Phone, type PhoneOptions } from './phone.ts';
import { childFields } from './records.ts';

const AUTHOR = { name: 'Ana Morales' };
const NOW = new Date('2025-05-10T15:00:00.000Z');
const STAKE = 'test_stake_gtm';

async function aPhone(options: Partial<PhoneOptions> = {}): Promise<Phone> {
  const phone = await openPhone({ stakeDB: STAKE, clock: () => NOW, ...options });
  onTestFinished(() => phone.close());
  return phone;
}

describe('a phone in Node', () => {
  it('keeps its records and its device over closing and opening again', async () => {
    const phone = await openPhone({ stakeDB: STAKE, clock: () => NOW });
    const { disk, unit, device } = phone;
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    await device.setSetting('screenerName', 'Ana');
    await phone.close();
    const again = await aPhone({ disk });
    expect(again.device.id).toBe(device.id);
    expect(again.device.getSetting('screenerName')).toBe('Ana');
    expect(again.unit.snapshot()).toMatchObject({ pending: 1, children: [{ id: child._id }] });
  });

  it('answers nothing after a crash, and has what was saved when it is opened again', async () => {
    const phone = await openPhone({ stakeDB: STAKE, clock: () => NOW });
    const { disk, unit, engine } = phone;
    const child = await unit.createChild(childFields(), AUTHOR, NOW);
    phone.crash();
    const told: string[] = [];
    const lost = unit.createChild(childFields({ firstName: 'Lucía' }), AUTHOR, NOW);
    void lost.then(
      () => told.push('saved'),
      () => told.push('failed'),
    );
    void engine.ledger.note({ pulledTo: '7' }).then(() => told.push('noted'));
    const again = await aPhone({ disk });
    expect(again.unit.snapshot().children.map(({ id }) => id)).toEqual([child._id]);
    expect(await again.engine.ledger.load()).toMatchObject({ pulledTo: null });
    expect(told).toEqual([]);
  });

  it('shares nothing with another one of the same unit', async () => {
    const [ana, luis] = await Promise.all([aPhone(), aPhone({ clockOffset: 3_600_000 })]);
    await ana.unit.createChild(childFields(), AUTHOR, NOW);
    await luis.unit.readChildFile('chld_none');
    expect(luis.unit.snapshot().children).toEqual([]);
    expect(ana.device.id).not.toBe(luis.device.id);
    expect(luis.now().toISOString()).toBe('2025-05-10T16:00:00.000Z');
  });

  it('gives letters beyond ASCII the revision that a browser gives them', async () => {
    const { unit, engine } = await aPhone();
    const child = await unit.createChild(childFields({ firstName: 'Tomás 李' }), AUTHOR, NOW);
    const [leaf] = await engine.store.leaves(child._id);
    const { _revisions, ...document } = leaf ?? {};
    const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');
    expect(leaf?._rev).toBe(newRevision(null, document, false, md5));
  });
});
