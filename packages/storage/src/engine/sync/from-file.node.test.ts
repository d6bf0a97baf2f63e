import { expect, it } from 'vitest';
import { carriedDocument } from '../../testing/carried.ts';
import { forgedFile, nextVersion } from '../../testing/forged-file.ts';
import {
  aPhone,
  freshUnit,
  serverDocuments,
  useSharedServer,
} from '../../testing/node/sync-world.ts';
import { childFields } from '../../testing/records.ts';
import { decideFileRemovals, fileRemovals } from '../backup/index.ts';

const server = useSharedServer();

it('what came from a file is sent apart, marked as such, and what was typed here is not', async () => {
  const stakeDB = freshUnit();
  const sent: { fromFile: string | null; ids: string[] }[] = [];
  const watching: typeof fetch = (input, init) => {
    if (String(input).endsWith('_bulk_docs')) {
      const { docs } = JSON.parse(String(init?.body)) as { docs: { _id: string }[] };
      const fromFile = new Headers(init?.headers).get('x-crece-from-file');
      sent.push({ fromFile, ids: docs.map(({ _id }) => _id) });
    }
    return fetch(input, init);
  };
  const ana = await aPhone(server.current, { stakeDB, fetch: watching });
  const before = await ana.addChild();
  const taken = [1, 2].map((place) =>
    carriedDocument(`chld_${stakeDB}_174687840000${place}_0a1b2c`, ['a'], {
      ...childFields({ firstName: 'Luz' }),
      device: 'another-phone',
      updatedBy: 'Somebody',
    }),
  );
  await ana.phone.engine.ledger.takeFromFile(taken);
  const after = await ana.addChild();
  expect(ana.unit.snapshot().pending).toBe(4);
  expect(await ana.complete()).toMatchObject({ sent: 4, pending: 0 });
  expect(sent.map(({ fromFile, ids }) => [fromFile, ids.length])).toEqual([
    [null, 1],
    ['1', 2],
    [null, 1],
  ]);
  expect(sent[1]?.ids).toEqual(taken.map(({ _id }) => _id));
  expect([sent[0]?.ids, sent[2]?.ids]).toEqual([[before._id], [after._id]]);
  const there = await serverDocuments(server.current, stakeDB);
  expect(there.get(taken[0]?._id ?? '')).toMatchObject({ updatedBy: 'Somebody' });
  expect(ana.phone.engine.ledger.state.fromFiles).toEqual([]);
});

it('a removal and a rewrite in a file that somebody made act with nobody’s right', async () => {
  const stakeDB = freshUnit();
  // The administrator, who may remove.
  const julia = await aPhone(server.current, { stakeDB });
  const [first, second] = [await julia.addChild(), await julia.addChild()];
  await julia.complete();
  const { engine } = julia.phone;
  const forged = { mother: 'Forged Mother', updatedBy: 'Julia Coordinadora' };
  const removed = { _deleted: true, why: 'removed', removedBy: 'Julia Coordinadora' };
  const file = await forgedFile(stakeDB, [
    await nextVersion(engine, first._id, 'rewrite', forged),
    await nextVersion(engine, second._id, 'removal', removed),
  ]);
  const sent: (string | null)[] = [];
  const watching: typeof fetch = (input, init) => {
    if (String(input).endsWith('_bulk_docs')) {
      sent.push(new Headers(init?.headers).get('x-crece-from-file'));
    }
    return fetch(input, init);
  };
  expect(await file.load(async () => julia.unit)).toMatchObject([{ added: 1, removals: 1 }]);
  expect(await julia.newSync({}, watching).run()).toMatchObject({ kind: 'complete', sent: 1 });
  // What is changed is the writer's, and told to come from a file.
  expect(sent).toEqual(['1']);
  const there = await serverDocuments(server.current, stakeDB);
  expect(there.get(first._id)).toMatchObject({ ...forged, device: 'x' });
  expect(there.get(second._id)?._deleted).toBeUndefined();
  expect(julia.names()).toHaveLength(2);
  // What is removed waits, until somebody with the right carries it out.
  const waiting = await fileRemovals(julia.unit);
  expect(waiting.map(({ id }) => id)).toEqual([second._id]);
  await decideFileRemovals(julia.unit, waiting, 'carry-out');
  await julia.complete();
  const after = await serverDocuments(server.current, stakeDB);
  expect(after.get(second._id)).toMatchObject({ _deleted: true });
});
