import { randomBytes } from 'node:crypto';
import { demoRecords } from '@crece/domain/demo';
import { openDataStores } from '../../apps/server/src/start/data-folder.ts';

/** A document as replication carries it. */
export interface Carried {
  _id: string;
  _rev: string;
  _revisions: { start: number; ids: string[] };
  [field: string]: unknown;
}

const ID = /^([a-z]+_test_stake_gtm_)(\d{13})(_[a-z0-9]+)$/;
const DEVICES = 8;
const BATCH = 1_000;
const UNIT = 'test_stake_gtm';

function hash(): string {
  return randomBytes(16).toString('hex');
}

/** A device's id: 16 base-36 characters. */
function device(): string {
  return BigInt(`0x${hash()}`).toString(36).slice(-16).padStart(16, '0');
}

/**
 * A unit of invented records in the order of their ids, as phones leave one behind: times to the
 * millisecond, several devices, hashes without a pattern, and a child that was written again with each of
 * its screenings (for its copy of the newest one), so that it has an ancestor for each.
 */
export function realisticUnit(count: number): Carried[] {
  const { children, screenings, mothers } = demoRecords({
    stakeDB: UNIT,
    today: '2026-06-01',
    children: Math.ceil(count / 3),
  });
  const devices = Array.from({ length: DEVICES }, device);
  const moved = new Map<string, { id: string; ms: number }>();
  const idOf = (id: string) => {
    const known = moved.get(id);
    if (known !== undefined) return known;
    const [, kind = '', time = '', rest = ''] = ID.exec(id) ?? [];
    const ms = Number(time) + Math.floor(Math.random() * 60_000);
    const made = { id: `${kind}${ms}${rest}`, ms };
    moved.set(id, made);
    return made;
  };
  const ofOwner = new Map<string, number>();
  for (const { owner } of screenings) ofOwner.set(owner, (ofOwner.get(owner) ?? 0) + 1);
  return [...children, ...screenings, ...mothers]
    .slice(0, count)
    .map((record): Carried => {
      const { id, ms } = idOf(record._id);
      const generation = 1 + (ofOwner.get(record._id) ?? 0);
      const ids = Array.from({ length: generation }, hash);
      const by = devices[Math.floor(Math.random() * DEVICES)];
      const instant = new Date(ms).toISOString();
      const newest = 'lastScreening' in record ? idOf(String(record.lastScreening)) : null;
      const updated = new Date((newest?.ms ?? ms) + (generation > 1 ? 3 : 0)).toISOString();
      const fields = Object.entries(record).map(([name, value]): [string, unknown] => {
        if (name === 'owner') return [name, idOf(String(value)).id];
        if (name === 'lastScreening') return [name, newest?.id];
        if (name === 'created') return [name, instant];
        if (name === 'updatedAt') return [name, updated];
        if (name === 'device') return [name, by];
        return [name, value];
      });
      return {
        ...Object.fromEntries(fields),
        _id: id,
        _rev: `${generation}-${ids[0]}`,
        _revisions: { start: generation, ids },
      };
    })
    .sort((a, b) => (a._id < b._id ? -1 : 1));
}

/** The revision from its own back to the oldest, as a store has it. */
export function leafOf({ _revisions, ...document }: Carried) {
  const { start, ids } = _revisions;
  return { document, ancestry: ids.map((own, age) => `${start - age}-${own}`) };
}

/** Writes a unit into the database of a stopped server. */
export async function fillWith(dataDir: string, documents: readonly Carried[]): Promise<void> {
  const stores = await openDataStores(dataDir);
  const store = await stores.open(`unit_${UNIT}`);
  for (let from = 0; from < documents.length; from += BATCH) {
    await store.writeRevisions(documents.slice(from, from + BATCH).map(leafOf));
  }
  await stores.close();
}
