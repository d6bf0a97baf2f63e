import { SYNC_PATH } from '@crece/contract';

/** Number of documents that each phone pulls. */
const PULLED = 1_000;
const PUSHED = 50;

interface Target {
  url: string;
  stakeDB: string;
  entity: string;
}

let made = 0;

function madeUpChild(stakeDB: string) {
  made += 1;
  const hash = made.toString(16).padStart(32, '0');
  return {
    _id: `chld_${stakeDB}_${Date.now()}_${made.toString(36).padStart(6, '0')}`,
    _rev: `1-${hash}`,
    _revisions: { start: 1, ids: [hash] },
    firstName: `Bench${made}`,
    lastName: 'Muchos',
    gender: 'Boy',
    birthDate: '2025-05-01',
    memberStatus: 'Unknown',
    device: 'one-of-many-phones',
    updatedAt: new Date().toISOString(),
    updatedBy: 'Bench',
    rules: '1',
    stamp: {},
  };
}

/** Milliseconds of one phone's sync: a thousand documents pulled, fifty pushed. */
export async function phoneRound({ url, stakeDB, entity }: Target): Promise<number> {
  const headers = { authorization: `JWT ${entity}`, 'content-type': 'application/json' };
  const ask = async (address: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}${SYNC_PATH}/${stakeDB}/${address}`, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const start = performance.now();
  const { results } = (await ask(`_changes?style=all_docs&limit=${PULLED}`)) as {
    results: { id: string; changes: { rev: string }[] }[];
  };
  const docs = results.flatMap(({ id, changes }) => changes.map(({ rev }) => ({ id, rev })));
  const pulled = (await ask('_bulk_get?revs=true', { docs })) as { results: unknown[] };
  if (pulled.results.length !== PULLED) throw new Error(`${pulled.results.length} documents came`);
  const children = Array.from({ length: PUSHED }, () => madeUpChild(stakeDB));
  await ask('_revs_diff', Object.fromEntries(children.map(({ _id, _rev }) => [_id, [_rev]])));
  const rows = (await ask('_bulk_docs', { new_edits: false, docs: children })) as { ok?: true }[];
  if (rows.length !== PUSHED || rows.some(({ ok }) => ok !== true)) {
    throw new Error(`not all were taken: ${JSON.stringify(rows.find(({ ok }) => ok !== true))}`);
  }
  return performance.now() - start;
}
