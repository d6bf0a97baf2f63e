import { join } from 'node:path';
import type * as domain from '@crece/domain';
import { aChild, anAssessedScreening } from '@crece/domain/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { oldBuild } from '../../apps/server/src/upgrade/testing/old-build.ts';
import { OLD_BUILDS } from '../../apps/server/src/upgrade/testing/old-data.ts';
import type * as replication from '../../packages/replication/src/index.ts';
import { openPhone } from '../../packages/storage/src/testing/index.ts';
import { childFields, screeningOf } from '../../packages/storage/src/testing/records.ts';
import { STAKE } from './support/records-in-sight.ts';

const SLIP = '0123456789ABCDEF';
const OTHER = 'FEDCBA9876543210';
const SEEN = { day: '2025-06-12', outcome: 'seen' } as const;
const AUTHOR = { name: 'Eva' };
const NOW = new Date('2025-06-20T15:00:00.000Z');

/** A module of a former build, by its path from the root. */
async function formerModule<T>(main: string, path: string): Promise<T> {
  return (await import(/* @vite-ignore */ join(main, '../../../..', path))) as T;
}

// Former builds come out of the history, which not every checkout has.
describe.runIf(process.env['CRECE_DEEP'] === '1')('a build that knows no slips', () => {
  it.each(OLD_BUILDS)('%s: its gate takes and reads them, its merge loses none', async (name) => {
    const main = oldBuild(name);
    const former = await formerModule<typeof domain>(main, 'packages/domain/src/index.ts');
    const merging = await formerModule<typeof replication>(
      main,
      'packages/replication/src/index.ts',
    );
    const child = aChild({ _id: `chld_${STAKE}_1748880000001_aaaaaa` });
    const visit = {
      ...anAssessedScreening(child, {
        ...{ _id: `scr_${STAKE}_1748880000002_aaaaaa`, weight: 8, height: 70, muac: 12 },
      }),
      ...{ _rev: '3-b', slip: [SLIP], clinicAnswers: [SEEN], device: 'slip' },
      stamp: { slip: 2, clinicAnswers: 3 },
    };
    expect(former.checkDocument(visit)).toMatchObject({ ok: true });
    const read = former.readDocument(visit, { timeZone: 'America/Guatemala' });
    expect(read).toMatchObject({ kind: 'screening', screening: visit });

    // Another version corrected the weight: both stay, and nobody is asked.
    const { slip: _slip, clinicAnswers: _answers, ...before } = visit;
    const corrected = { ...before, _rev: '2-a', weight: 7.5, stamp: { weight: 2 } };
    for (const [winner, other] of [
      [visit, corrected],
      [{ ...corrected, _rev: '3-c' }, visit],
    ] as const) {
      expect(merging.planMerge(winner, other, 1)).toMatchObject({
        kind: 'merged',
        body: { weight: 7.5, slip: [SLIP], clinicAnswers: [SEEN] },
      });
    }
    // Two slips are two values to it: it keeps both versions and asks.
    const twice = { ...visit, _rev: '3-a', slip: [OTHER], stamp: { slip: 2 } };
    expect(merging.planMerge(visit, twice, 1)).toMatchObject({
      ...{ kind: 'contested', fields: ['slip'] },
    });
  });

  it('7c1746aa: its phone edits such a screening, and slip and answer stay', async () => {
    const former = await formerModule<{ openPhone: typeof openPhone }>(
      oldBuild('7c1746aa'),
      'packages/storage/src/testing/index.ts',
    );
    const asked = { stakeDB: STAKE, timeZone: 'UTC', clock: () => NOW };
    const [phone, old] = [await openPhone(asked), await former.openPhone(asked)];
    onTestFinished(() => phone.close());
    onTestFinished(() => old.close());
    const { unit } = phone;
    const { _id } = await unit.createChild(childFields({ firstName: 'Marisol' }), AUTHOR, NOW);
    const fileOf = async (of: typeof unit) => {
      const file = await of.readChildFile(_id);
      const [visit] = file?.screenings ?? [];
      if (file === null || visit === undefined) throw new Error('no screening');
      return { child: file.child, visit };
    };
    const child = await unit.readChildFile(_id);
    if (child === null) throw new Error('no child');
    await unit.saveScreening(_id, screeningOf(child.child), AUTHOR, NOW);
    const slips = await unit.slips(AUTHOR, NOW);
    const { slip } = await slips.giveSlip((await fileOf(unit)).visit);
    await slips.takeClinicAnswer((await fileOf(unit)).visit, SEEN);

    const ids = [_id, (await fileOf(unit)).visit._id];
    const carry = async (from: typeof phone, to: typeof phone) => {
      for (const id of ids) await to.engine.store.take(await from.engine.store.leaves(id));
      await to.engine.announce();
    };
    await carry(phone, old);
    const there = await fileOf(old.unit);
    const edit = { ...screeningOf(there.child, { weight: '7.5' }), base: there.visit };
    await old.unit.saveScreening(_id, edit, AUTHOR, NOW);
    await carry(old, phone);
    expect((await fileOf(unit)).visit).toMatchObject({ weight: 7.5, slip, clinicAnswers: [SEEN] });
    expect(unit.snapshot().sync.tasks).toEqual([]);
  });
});
