import { describe, expect, it, vi } from 'vitest';
import { unitStoreName } from '../gateway/unit-place.ts';
import { aPlace, NOW, UNIT } from './testing/an-import.ts';
import { undoImport } from './undo-import.ts';

const HEADER = 'nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla,muac,teléfono\n';
const ANA = 'Ana,Xol,niña,2024-03-10,2025-05-10,7.1,68.5,11.9,5550\n';
const LUIS = 'Luis,Caal,niño,2023-01-05,2025-05-10,11,84,14,\n';

async function aPlaceToUndo() {
  const place = await aPlace();
  const undo = (importId: string) =>
    undoImport(
      { importId, accountId: 'acc_1', username: 'sofia', author: 'Sofía Pérez', now: NOW },
      { ...place, signal: new AbortController().signal, progress: () => undefined },
    );
  const keep = (importId: string) =>
    place.journal.keepRecord(importId, {
      stakeDB: UNIT,
      username: 'sofia',
      startedAt: NOW.toISOString(),
      state: 'imported',
    });
  async function importText(importId: string, text: string) {
    await keep(importId);
    return place.importBytes(HEADER + text, { importId });
  }
  const store = await place.stores.open(unitStoreName(UNIT));
  return { ...place, undo, importText, store };
}

/** The content of stored documents, without author, time and revision. */
function contents(documents: readonly object[]): object[] {
  return documents.map((document) =>
    Object.fromEntries(
      Object.entries(document).filter(
        ([name]) => !['_rev', 'updatedAt', 'updatedBy', 'device', 'stamp', 'rules'].includes(name),
      ),
    ),
  );
}

describe('undoing an import', () => {
  it('removes what it created, keeping the record in the deletion, and allows a new import', async () => {
    const { importText, undo, documents, store } = await aPlaceToUndo();
    await importText('one', ANA + LUIS);
    const before = await documents();
    expect(before).toHaveLength(4);
    expect(await undo('one')).toEqual({ children: 2, kept: [] });
    expect(await documents()).toEqual([]);
    const [leaf] = await store.readRevisions(before[0]?._id ?? '', 'leaves');
    expect(leaf?.document).toMatchObject({
      _deleted: true,
      why: 'removed',
      removedBy: 'Sofía Pérez',
      firstName: before[0]?.['firstName'],
    });
    await importText('two', ANA + LUIS);
    expect(contents(await documents())).toEqual(contents(before));
  });

  it('restores what it changed', async () => {
    const { importText, undo, documents } = await aPlaceToUndo();
    await importText('one', ANA);
    const before = await documents();
    await importText('two', ANA.replace('5550', '7777') + ANA.replace('2025-05-10', '2025-06-10'));
    expect(await documents()).toHaveLength(3);
    expect(await undo('two')).toEqual({ children: 1, kept: [] });
    expect(contents(await documents())).toEqual(contents(before));
    expect(await undo('one')).toEqual({ children: 1, kept: [] });
    expect(await documents()).toEqual([]);
  });

  it('leaves a child unchanged that somebody has edited since, and names it', async () => {
    const { importText, undo, documents, store } = await aPlaceToUndo();
    await importText('one', ANA + LUIS);
    const ana = (await documents()).find(({ firstName }) => firstName === 'Ana');
    if (ana === undefined) throw new Error('Ana is not there');
    await store.write([{ ...ana, city: 'Cobán' }]);
    expect(await undo('one')).toEqual({ children: 1, kept: [ana._id] });
    const left = await documents();
    expect(left.map(({ _id, owner }) => owner ?? _id)).toEqual([ana._id, ana._id]);
  });

  it('leaves a child unchanged that was screened since, even if its own record did not change', async () => {
    const { importText, undo, documents, store } = await aPlaceToUndo();
    await importText('one', ANA);
    const [ana, screening] = await documents();
    await store.write([{ ...screening, _id: `scr_${UNIT}_1`, _rev: undefined } as never]);
    expect(await undo('one')).toEqual({ children: 0, kept: [ana?._id] });
    expect(await documents()).toHaveLength(3);
  });

  it('changes nothing the second time', async () => {
    const { importText, undo, documents, store } = await aPlaceToUndo();
    await importText('one', ANA + LUIS);
    await importText('two', ANA.replace('5550', '7777'));
    await undo('two');
    const before = await documents();
    const { updateSeq } = await store.info();
    expect(await undo('two')).toEqual({ children: 1, kept: [] });
    expect(await documents()).toEqual(before);
    expect((await store.info()).updateSeq).toBe(updateSeq);
  });

  it('keeps a child that a later import has changed', async () => {
    const { importText, undo, documents } = await aPlaceToUndo();
    await importText('one', ANA);
    await importText('two', ANA.replace('5550', '7777'));
    const before = await documents();
    expect((await undo('one')).kept).toHaveLength(1);
    expect(await documents()).toEqual(before);
  });

  it('takes a child back as a whole, of which a phone wrote a record at the moment of the import', async () => {
    const { importText, undo, documents, pushLog, store } = await aPlaceToUndo();
    await importText('one', ANA);
    const [before] = (await documents()).filter(({ _id }) => _id.startsWith('chld'));
    const offer = pushLog.offer.bind(pushLog);
    vi.spyOn(pushLog, 'offer').mockImplementationOnce(async (push) => {
      const settle = await offer(push);
      await store.write([{ ...before, _id: before?._id ?? '', ward: 'Norte' }]);
      return settle;
    });
    const later = ANA.replace('2025-05-10,7.1', '2025-11-10,8.4').replace('5550', '5551');
    await importText('two', later);
    expect(await documents()).toHaveLength(3);
    expect(await undo('two')).toEqual({ children: 1, kept: [] });
    const left = await documents();
    expect(left).toHaveLength(2);
    expect(left.find(({ _id }) => _id === before?._id)).toMatchObject({
      ward: 'Norte',
      phone: '5550',
    });
  });

  it('names a child that lives in another unit since: it stays there, and was not removed', async () => {
    const { importText, undo, documents, store } = await aPlaceToUndo();
    await importText('one', ANA + LUIS);
    const ana = (await documents()).find(({ firstName }) => firstName === 'Ana');
    const going = (await documents()).filter(({ _id, owner }) => (owner ?? _id) === ana?._id);
    const movedTo = { stakeDB: 'test_stake_hnd', id: 'chld_test_stake_hnd_1746878400000_aaaaaa' };
    const gone = { _deleted: true as const, why: 'moved', movedTo };
    await store.write(going.map((each) => ({ ...each, ...gone })));
    expect(await undo('one')).toEqual({ children: 1, kept: [ana?._id] });
    expect(await documents()).toEqual([]);
  });

  it('an import can be undone for 30 days; older ones are deleted with the records that they replaced', async () => {
    const { importText, journal } = await aPlaceToUndo();
    await importText('one', ANA);
    const began = NOW.toISOString();
    await journal.forgetBefore(began);
    expect(await journal.record('one')).toMatchObject({ stakeDB: UNIT });
    await journal.forgetBefore(new Date(NOW.getTime() + 1).toISOString());
    expect(await journal.record('one')).toBeNull();
    expect(await journal.batch('one', 0)).toBeNull();
  });
});
