import { generationOf } from '@crece/replication';
import { describe, expect, it } from 'vitest';
import type { CreceServer } from '../../testing/node/crece-server.ts';
import { doctoredFetch } from '../../testing/node/doctored-fetch.ts';
import { IS_DEEP, shortOrDeep } from '../../testing/node/short-or-deep.ts';
import {
  aPhone,
  freshUnit,
  type SyncPhone,
  serverDocuments,
  serverLeaves,
  useServer,
} from '../../testing/node/sync-world.ts';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { Document } from '../../unit/records/unit-records.ts';

/** More than the 1,000 versions that a record keeps. */
const MANY_EDITS = shortOrDeep(1_100, 1_500);

const server = useServer();

type Person = Awaited<ReturnType<CreceServer['addPerson']>>;
type Version = Document & { _revisions: { start: number; ids: string[] } };

const hashOf = (rev: string): string => rev.slice(rev.indexOf('-') + 1);
const named = (place: number, letter: string): string =>
  place.toString(16).padStart(31, '0') + letter;

/** Sends documents to the gateway as they are; answers the rows. */
async function push(person: Person, unit: string, docs: readonly object[]) {
  const { entity, url } = await server.current
    .gateway(person)
    .credentials(new AbortController().signal);
  const answer = await fetch(`${url}/${unit}/_bulk_docs`, {
    method: 'POST',
    headers: { authorization: `JWT ${entity}`, 'content-type': 'application/json' },
    body: JSON.stringify({ new_edits: false, docs }),
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  return (await answer.json()) as { ok?: true; reason?: string }[];
}

/** A version of a record whose ancestry, newest first, is invented. */
function version(record: Document, generation: number, ids: string[]): Version {
  const { _revisions, ...content } = record;
  return { ...content, _rev: `${generation}-${ids[0]}`, _revisions: { start: generation, ids } };
}

function closed(record: Document, generation: number, ids: string[]): Version {
  const { _id } = record;
  return { ...version({ _id }, generation, ids), _deleted: true, why: 'merged' };
}

/** The first push of the attack: each record leaps, and the version before it ends as merged. */
const firstPush = (records: readonly Document[]) =>
  records.flatMap((record, i) => [
    version(record, 10_001, [named(i, 'a')]),
    closed(record, 2, [named(i, 'c'), hashOf(record._rev ?? '')]),
  ]);

/** The second: each leaps again, and the first leap ends as merged. */
const secondPush = (records: readonly Document[]) =>
  records.flatMap((record, i) => [
    version(record, 20_001, [named(i, 'b')]),
    closed(record, 10_002, [named(i, 'd'), named(i, 'a')]),
  ]);

async function aStranger(): Promise<Person> {
  return server.current.addPerson(['user', 'sync']);
}

async function signedIn(person: Person): Promise<void> {
  person.token = await server.current.signIn(person);
}

/** Edits a child offline this many times, as its person does, without the form around it. */
async function editOften(phone: SyncPhone, id: string, times: number): Promise<void> {
  const { store } = phone.phone.engine;
  const [leaf] = await store.leaves(id);
  const { _revisions, ...document } = leaf as CarriedDocument;
  for (let at = 0; at < times; at += 1) {
    const edited = { ...document, comments: `edit ${at}` };
    const [written] = await store.write([edited], 'relaxed');
    document._rev = written?.rev ?? '';
  }
  await phone.phone.engine.announce();
}

const listed = ({ unit }: SyncPhone) =>
  unit.snapshot().unreadable.map(({ id, codes }) => [id, ...codes]);

async function expectSame(phone: SyncPhone): Promise<void> {
  expect(await phone.leaves()).toEqual(await serverLeaves(server.current, phone.stakeDB));
  expect(phone.unit.snapshot()).toMatchObject({
    pending: 0,
    unreadable: [],
    sync: { refused: [] },
  });
}

describe('edits made offline', () => {
  it.each(IS_DEEP ? [2, MANY_EDITS] : [2])(
    '%i of them arrive, and every phone takes them',
    async (times) => {
      const stakeDB = freshUnit();
      const ana = await aPhone(server.current, { stakeDB });
      const child = await ana.addChild();
      await ana.complete();
      const luis = await aPhone(server.current, { stakeDB });
      await luis.complete();
      await editOften(ana, child._id, times);
      await ana.complete();
      await luis.complete();
      await expectSame(ana);
      await expectSame(luis);
      const documents = await serverDocuments(server.current, stakeDB);
      expect(documents.get(child._id)).toMatchObject({ comments: `edit ${times - 1}` });
    },
  );

  it.each([2, MANY_EDITS])(
    '%i of them arrive after a backup was put back: of a record in it, and of one after it',
    async (times) => {
      const stakeDB = freshUnit();
      const ana = await aPhone(server.current, { stakeDB });
      const child = await ana.addChild();
      await ana.complete();
      const copy = server.current.backUp();
      const later = await ana.addChild();
      await editOften(ana, child._id, 3);
      await ana.complete();
      await server.current.kill();
      server.current.restore(copy);
      await server.current.start();
      for (const { _id } of [child, later]) await editOften(ana, _id, times);
      await ana.complete();
      const luis = await aPhone(server.current, { stakeDB });
      await luis.complete();
      await expectSame(ana);
      await expectSame(luis);
      expect(luis.names().sort()).toEqual(ana.names().sort());
    },
  );
});

describe('leaps with the version before them closed as merged', () => {
  it('hide none of 150 children from any phone, on this day or the next', async () => {
    const stakeDB = freshUnit();
    const ana = await aPhone(server.current, { stakeDB });
    const children = await ana.addChildren(150);
    const visited = await ana.addChild({ firstName: 'Nayeli' });
    await ana.screen(visited._id);
    await ana.complete();
    const [luis, carla] = [
      await aPhone(server.current, { stakeDB }),
      await aPhone(server.current, { stakeDB }),
    ];
    for (const phone of [luis, carla]) await phone.complete();

    const records = [...(await serverDocuments(server.current, stakeDB)).values()] as Document[];
    const attacked = records.filter(({ _id }) => children.some((child) => child._id === _id));
    const stranger = await aStranger();
    const rows = await push(stranger, stakeDB, firstPush(attacked));
    expect(rows.every(({ ok }) => ok)).toBe(true);
    // A second leap on the same day is refused, with all that came beside it.
    const again = await push(stranger, stakeDB, secondPush(attacked));
    expect(new Set(again.map(({ reason }) => reason))).toEqual(new Set(['malformed-revision']));
    await luis.complete();
    expect(luis.names()).toHaveLength(151);

    await server.current.nextDay();
    await signedIn(stranger);
    await signedIn(server.current.admin);
    const next = await push(stranger, stakeDB, secondPush(attacked));
    expect(next.every(({ ok }) => ok)).toBe(true);
    // Carla lacks both leaps, Ana too; Luis has the first.
    for (const phone of [luis, carla, ana]) {
      await phone.complete();
      expect(phone.names()).toHaveLength(151);
      await expectSame(phone);
    }
    await carla.editChild(attacked[0]?._id ?? '', { firstName: 'Lucía' });
    await carla.complete();
    await luis.complete();
    expect(luis.names()).toContain('Lucía');
  });

  it('101 of them freeze nothing: administrators and phones can still edit and remove the record', async () => {
    const stakeDB = freshUnit();
    const ana = await aPhone(server.current, { stakeDB });
    const child = await ana.addChild();
    await ana.complete();
    const stranger = await aStranger();
    const taken: boolean[] = [];
    for (let at = 1; at <= 101; at += 1) {
      const before = taken.length === 0 ? hashOf(child._rev ?? '') : named(at - 1, 'a');
      const [row] = await push(stranger, stakeDB, [
        version(child as unknown as Document, 9_999 * at, [named(at, 'a')]),
        closed(child as unknown as Document, 9_999 * (at - 1) + 2, [named(at, 'c'), before]),
      ]);
      taken.push(row?.ok === true);
    }
    expect(taken.filter(Boolean)).toHaveLength(1);
    const now = (await serverDocuments(server.current, stakeDB)).get(child._id);
    const answer = await fetch(
      `${server.current.url}/api/children/${child._id}?stakeDB=${stakeDB}`,
      {
        method: 'PUT',
        headers: {
          authorization: `JWT ${server.current.admin.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ ...now, firstName: 'Rosa' }),
      },
    );
    expect(answer.status).toBe(200);
    await ana.complete();
    expect(ana.names()).toEqual(['Rosa']);
    await ana.screen(child._id);
    await ana.complete();
    await expectSame(ana);
    await ana.removeChild(child._id);
    await ana.complete();
    expect((await serverDocuments(server.current, stakeDB)).get(child._id)).toMatchObject({
      _deleted: true,
    });
  });
});

describe('children that an earlier build let go out of sight', () => {
  it('come back with the first run, which reads the whole feed once', async () => {
    const stakeDB = freshUnit();
    const ana = await aPhone(server.current, { stakeDB });
    await ana.addChildren(3);
    await ana.complete();
    const luis = await aPhone(server.current, { stakeDB });
    await luis.complete();
    const records = [...(await serverDocuments(server.current, stakeDB)).values()] as Document[];
    await push(await aStranger(), stakeDB, firstPush(records));
    // The earlier build took the deletions alone.
    const earlier = doctoredFetch(/_changes$/, (body) => {
      for (const row of (body as { results: { changes: { rev: string }[] }[] }).results) {
        row.changes = row.changes.filter(({ rev }) => generationOf(rev) < 10_000);
      }
      return body;
    });
    await luis.newSync({}, earlier).run();
    expect(luis.names()).toEqual([]);
    await luis.phone.engine.ledger.note({ leaves: 'unasked' });

    const whole = () => luis.proxy.requests.filter(({ path }) => /since=0(&|$)/.test(path)).length;
    const before = whole();
    await luis.complete();
    expect(luis.names().sort()).toEqual(ana.names().sort());
    expect(luis.phone.engine.ledger.state.leaves).toBe('asked');
    expect(whole()).toBe(before + 1);
    await luis.complete();
    expect(whole()).toBe(before + 1);
    await expectSame(luis);
  });

  it('a run that is cut goes on reading where it was', async () => {
    const stakeDB = freshUnit();
    const ana = await aPhone(server.current, { stakeDB });
    await ana.addChildren(50);
    await ana.complete();
    const limits = { pullPage: 1 };
    const luis = await aPhone(server.current, { stakeDB, sync: { limits } });
    await luis.complete();
    await luis.phone.engine.ledger.note({ leaves: 'unasked' });
    let pages = 0;
    const cut: typeof fetch = (input, init) => {
      if (!String(input).includes('_changes')) return fetch(input, init);
      pages += 1;
      return pages > 2 ? Promise.reject(new TypeError('cut')) : fetch(input, init);
    };
    const broken = luis.newSync({ retryPolicy: { tries: 1 } }, cut);
    expect(await broken.run()).toMatchObject({ kind: 'failed' });
    expect(luis.phone.engine.ledger.state.leaves).toBe('asking');
    const before = luis.proxy.requests.length;
    await luis.complete();
    const asked = luis.proxy.requests.slice(before);
    expect(asked.some(({ path }) => /since=0(&|$)/.test(path))).toBe(false);
    expect(luis.phone.engine.ledger.state.leaves).toBe('asked');
  });
});

interface BulkGet {
  results: { id: string; docs: { ok?: Document; error?: object }[] }[];
}

/** Answers to requests for documents, changed one by one. */
const poisoned = (change: (document: Document) => Document | null): typeof fetch =>
  doctoredFetch(/_bulk_get$/, (body) => {
    for (const { docs } of (body as BulkGet).results) {
      for (const each of docs) {
        if (each.ok === undefined) continue;
        const changed = change(each.ok);
        if (changed === null) delete each.ok;
        else each.ok = changed;
      }
    }
    return body;
  });

describe('a version that this build cannot read', () => {
  async function attackedPair() {
    const stakeDB = freshUnit();
    const ana = await aPhone(server.current, { stakeDB });
    const child = await ana.addChild({ firstName: 'Marisol' });
    await ana.complete();
    const luis = await aPhone(server.current, { stakeDB });
    await luis.complete();
    await push(await aStranger(), stakeDB, firstPush([child as unknown as Document]));
    return { luis, child };
  }

  it('leaves the record in the list as it was, with all that came beside it, and says so', async () => {
    const { luis, child } = await attackedPair();
    const strange = poisoned((document) =>
      document._deleted === true ? document : { ...document, gender: 'new kind' },
    );
    expect(await luis.newSync({}, strange).run()).toMatchObject({ kind: 'complete' });
    expect(luis.names()).toEqual(['Marisol']);
    expect(listed(luis)).toEqual([[child._id, 'version-not-taken', 'gender-invalid']]);
    // A check asks again, as a build that can read it would.
    await luis.sync.checkEverything();
    await luis.complete();
    expect(luis.names()).toEqual(['Marisol']);
    await expectSame(luis);
  });

  it('a version that was asked for and not given lets no deletion be taken', async () => {
    const { luis } = await attackedPair();
    const lacking = poisoned((document) => (document._deleted === true ? document : null));
    expect(await luis.newSync({}, lacking).run()).toMatchObject({ kind: 'failed' });
    expect(luis.names()).toEqual(['Marisol']);
    await luis.complete();
    await expectSame(luis);
  });
});
