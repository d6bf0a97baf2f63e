import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SyncOutcome } from '@crece/storage/sync';
import { nextAct } from './acts.ts';
import { askGateway } from './ask-gateway.ts';
import { contentOf, type Leaves, type Revision } from './driver.ts';
import { Erased } from './erasing.ts';
import { nextFault } from './faults.ts';
import { livingIds } from './leaps.ts';
import { leavesWithoutTime, Moved } from './moving.ts';
import type { Phone } from './phone.ts';
import { type Random, seeded } from './random.ts';
import { OTHER_UNIT } from './scene.ts';
import type { Member, UnitServer } from './unit-server.ts';

interface TortureOptions {
  seed: number;
  /** Turns of a person who does some actions and sometimes synchronises. */
  turns: number;
  server: UnitServer;
  phones: readonly Phone[];
  /** Advances the clock of the run; see `clockOf`. */
  acted: () => void;
  /** Receives progress messages. */
  log?: (line: string) => void;
}

export interface TortureReport {
  acts: number;
  /** Number of revisions that a phone acknowledged as saved. */
  kept: number;
  syncs: number;
  /** How many children an administrator erased. */
  erasures: number;
  /** How often a child moved to the neighbouring unit, or back. */
  moves: number;
  /** How often each fault happened. */
  faults: Readonly<Record<string, number>>;
  records: number;
  /** A digest of all leaves of all records at the end: the same for the same seed. */
  digest: string;
  /** Violations found; empty on success. */
  wrong: readonly string[];
}

/** In how many turns an administrator erases a child. */
const ERASURES = 0.08;
/** In how many turns a child moves to another unit, or back. */
const MOVES = 0.15;
/** Maximum repetitions of a run that was cut, as a person would repeat it. */
const MOST_TRIES = 6;

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

interface FeedRow {
  id: string;
  changes: { rev: string }[];
  /** The record has only removals left. */
  deleted?: boolean;
}

/** The server's change feed, read as a standard client does. */
async function serverFeed(server: UnitServer, member: Member): Promise<FeedRow[]> {
  const feed = await askGateway(server, member, '_changes?style=all_docs');
  return (feed as { results: FeedRow[] }).results;
}

function leavesOf(rows: readonly FeedRow[]): Leaves {
  return rows
    .map(({ id, changes }) => [id, changes.map(({ rev }) => rev).sort()] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The leaves on the server. */
export async function serverLeaves(server: UnitServer, member: Member): Promise<Leaves> {
  return leavesOf(await serverFeed(server, member));
}

/** Those of the given revisions that the server does not know. */
async function missingOnServer(
  server: UnitServer,
  member: Member,
  revisions: readonly Revision[],
): Promise<Revision[]> {
  const asked: Record<string, string[]> = {};
  // Without duplicates: CouchDB reports a revision that is named twice as missing.
  for (const { id, rev } of revisions) asked[id] = [...new Set([...(asked[id] ?? []), rev])];
  const answer = (await askGateway(server, member, '_revs_diff', asked)) as Record<
    string,
    { missing: string[] }
  >;
  return Object.entries(answer).flatMap(([id, { missing }]) => missing.map((rev) => ({ id, rev })));
}

async function syncUntilComplete(phone: Phone): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await phone.sync();
    if (outcome.kind === 'complete') return;
    if (attempt === MOST_TRIES) throw new Error(`${phone.label}: ${JSON.stringify(outcome)}`);
    await pause(100);
  }
}

/** The differences between two states of leaves, in one line. */
function difference(a: Leaves, b: Leaves): string {
  const other = new Map(b);
  const differing = a.filter(([id, revs]) => other.get(id)?.join() !== revs.join());
  const [first] = differing;
  const example =
    first === undefined ? '' : `, e.g. ${first[0]}: ${first[1]} / ${other.get(first[0])}`;
  return `${a.length} and ${b.length} records, ${differing.length} differ${example}`;
}

export const sameLeaves = (a: Leaves, b: Leaves): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * Checks the final state. A phone whose unit was empty at its first download requests no removed
 * records, so a record removed before then is not missing there.
 */
async function judge(
  { server, phones }: TortureOptions,
  kept: readonly Revision[],
  erased: Erased,
): Promise<{ wrong: string[]; leaves: Leaves }> {
  const wrong: string[] = await erased.judge(server, phones);
  const [first] = phones;
  if (first === undefined) throw new Error('no phones');
  const feed = await serverFeed(server, first.member);
  const leaves = leavesOf(feed);
  const removed = new Set(feed.flatMap(({ id, deleted }) => (deleted === true ? [id] : [])));
  const contents = await serverContents(server, first.member, leaves);
  const astray = await askGateway(server, first.member, '_changes', undefined, OTHER_UNIT);
  const { results } = astray as { results: unknown[] };
  if (results.length > 0) wrong.push(`${results.length} records lie in another unit`);
  const lost = await missingOnServer(server, first.member, kept);
  if (lost.length > 0) {
    wrong.push(`${lost.length} saved revisions are not on the server: ${JSON.stringify(lost[0])}`);
  }
  for (const phone of phones) {
    const all = await phone.contents();
    // A phone leaves one deletion of its own on what it had not sent of an erased record.
    const gone = erased.leftBy(all);
    const own = (await phone.leaves()).filter(([id]) => !gone.has(id));
    const held = new Set(own.map(([id]) => id));
    const isOwed = (id: string): boolean => !gone.has(id) && (held.has(id) || !removed.has(id));
    const missing = await phone.missing(kept.filter(({ id }) => isOwed(id)));
    if (missing.length > 0) {
      wrong.push(`${phone.label} lacks ${missing.length} saved: ${JSON.stringify(missing[0])}`);
    }
    const owed = leaves.filter(([id]) => isOwed(id));
    if (!sameLeaves(own, owed))
      wrong.push(`${phone.label} and the server: ${difference(own, owed)}`);
    const unlike = all.filter((body) => !contents.has(body) && erased.leftBy([body]).size === 0);
    if (unlike.length > 0) {
      wrong.push(`${phone.label} holds ${unlike.length} bodies unlike the server's: ${unlike[0]}`);
    }
    const hidden = await phone.conflictsWithoutTask();
    if (hidden.length > 0) wrong.push(`${phone.label} shows no task for ${hidden.join(', ')}`);
    const pending = await phone.pending();
    if (pending > 0) wrong.push(`${phone.label} says that ${pending} records are only there`);
  }
  return { wrong, leaves: leavesWithoutTime(leaves, contents) };
}

/** The bodies of the server's leaves. */
export async function serverContents(
  server: UnitServer,
  member: Member,
  leaves: Leaves,
): Promise<ReadonlySet<string>> {
  const docs = leaves.flatMap(([id, revs]) => revs.map((rev) => ({ id, rev })));
  const { results } = (await askGateway(server, member, '_bulk_get', { docs })) as {
    results: { docs: { ok?: Record<string, unknown> }[] }[];
  };
  return new Set(
    results.flatMap((row) =>
      row.docs.flatMap(({ ok }) => (ok === undefined ? [] : [contentOf(ok)])),
    ),
  );
}

/** All phones synchronise, one after another. */
async function round(phones: readonly Phone[]): Promise<void> {
  for (const phone of phones) await syncUntilComplete(phone);
}

/** After two rounds all must be equal: a third round writes nothing on any phone. */
async function listenForSilence(options: TortureOptions): Promise<string[]> {
  const { server, phones } = options;
  const [first] = phones;
  if (first === undefined) return [];
  const before = await Promise.all(phones.map((phone) => phone.sequence()));
  const serverBefore = await serverLeaves(server, first.member);
  const asked = phones.map(({ proxy }) => proxy.requests.length);
  await round(phones);
  const wrong: string[] = [];
  for (const [index, phone] of phones.entries()) {
    if ((await phone.sequence()) !== before[index]) wrong.push(`${phone.label} is not quiet`);
    const sent = phone.proxy.requests
      .slice(asked[index])
      .filter(({ path }) => path.includes('_bulk_docs'));
    if (sent.length > 0) wrong.push(`${phone.label} sends ${sent.length} batches for nothing`);
  }
  if (!sameLeaves(serverBefore, await serverLeaves(server, first.member))) {
    wrong.push('the server changes although nobody types');
  }
  return wrong;
}

/** More requests than a run of so few records needs on the worst connection in this test. */
const MOST_REQUESTS = 60;

/** What is known of a phone before a run, and how many requests it made in it. */
interface Before {
  kept: readonly Revision[];
  /** Ids of the children in its list. */
  listed: readonly string[];
  requests: number;
}

/** Violations that are checked after every run, whatever its outcome. */
async function judgeRun(
  server: UnitServer,
  phone: Phone,
  outcomes: readonly SyncOutcome[],
  { kept, listed, requests }: Before,
): Promise<string[]> {
  const wrong: string[] = [];
  if (requests > MOST_REQUESTS) wrong.push(`${phone.label} made ${requests} requests`);
  const refused = await phone.refused();
  if (refused > 0) wrong.push(`${phone.label} calls ${refused} records refused`);
  // "Only on this device" is never below the truth, also after a run that failed.
  const lacking = await missingOnServer(server, phone.member, kept);
  const onlyHere = new Set(lacking.map(({ id }) => id));
  const pending = await phone.pending();
  for (const id of await phone.pendingIds()) onlyHere.delete(id);
  if (onlyHere.size > 0) {
    wrong.push(`${phone.label} says ${pending} are only there, not: ${[...onlyHere].join(', ')}`);
  }
  const isComplete = outcomes.some(({ kind }) => kind === 'complete');
  if (!isComplete) return wrong;
  const now = new Set(await phone.listed());
  const living = await livingIds(server, phone.member);
  const hidden = listed.filter((id) => living.has(id) && !now.has(id));
  if (hidden.length > 0) wrong.push(`${phone.label} lists no more: ${hidden.join(', ')}`);
  if (pending === 0 && lacking.length > 0) {
    wrong.push(`${phone.label} says synced, ${lacking.length} are not there`);
  }
  return wrong;
}

interface Tally {
  kept: Revision[];
  /** For each phone, by its label. */
  keptBy: Map<string, Revision[]>;
  acts: number;
  syncs: number;
  faults: Record<string, number>;
  erasures: number;
  erased: Erased;
  moved: Moved;
  wrong: string[];
}

/**
 * One turn: some actions on one phone, then perhaps a run with a fault, a crash or a second tab.
 */
async function takeTurn(
  { server, phones, acted }: TortureOptions,
  random: Random,
  turn: number,
  tally: Tally,
): Promise<string> {
  const phone = phones[Math.floor(random() * phones.length)];
  if (phone === undefined) throw new Error('no phones');
  const own = tally.keptBy.get(phone.label) ?? [];
  tally.keptBy.set(phone.label, own);
  const ownBefore = own.length;
  const acts = 1 + Math.floor(random() * 4);
  for (let index = 0; index < acts; index += 1) {
    acted();
    tally.acts += 1;
    const act = nextAct(random, `${phone.label} ${String(turn).padStart(3, '0')}${index}`);
    own.push(...(await phone.act(act, tally.acts)));
  }
  tally.kept.push(...own.slice(ownBefore));
  if (random() < ERASURES && (await tally.erased.eraseOne(server, phone.member, random()))) {
    tally.erasures += 1;
  }
  if (random() < MOVES) await tally.moved.moveOne(server, phone.member, random);
  if (random() < 0.1) {
    count(tally.faults, 'crash');
    await phone.crash();
  }
  const fault = nextFault(random, server, phone.member);
  const inTwoTabs = random() < 0.1;
  if (random() < 0.25) return `${phone.label}: ${acts} acts`;
  tally.syncs += 1;
  count(tally.faults, fault.kind);
  const listed = await phone.listed();
  await fault.before?.();
  const asked = phone.proxy.requests.length;
  phone.proxy.plan(fault.plan);
  const outcomes = inTwoTabs ? await phone.syncInTwoTabs() : [await phone.sync()];
  phone.proxy.plan();
  await fault.after?.();
  if (inTwoTabs) count(tally.faults, 'two tabs');
  const requests = phone.proxy.requests.length - asked;
  const kept = tally.erased.owed(own);
  const wrong = await judgeRun(server, phone, outcomes, { kept, listed, requests });
  tally.wrong.push(...wrong.map((each) => `${turn + 1}, ${fault.kind}: ${each}`));
  return `${phone.label}: ${acts} acts, ${fault.kind}: ${outcomes.map(({ kind }) => kind)}`;
}

/**
 * Lets several phones type and synchronise under faults, then ends the faults and checks that
 * nothing was lost. One phone acts at a time, so that the same seed gives the same end.
 */
export async function torture(options: TortureOptions): Promise<TortureReport> {
  const { seed, turns, server, phones, log = () => undefined } = options;
  const random = seeded(seed);
  const tally: Tally = {
    ...{ kept: [], keptBy: new Map(), acts: 0, syncs: 0, faults: {}, wrong: [] },
    ...{ erasures: 0, erased: new Erased(), moved: new Moved() },
  };
  for (let turn = 0; turn < turns; turn += 1) {
    log(`${turn + 1}/${turns} ${await takeTurn(options, random, turn, tally)}`);
  }
  await round(phones);
  await round(phones);
  const restless = await listenForSilence(options);
  const { wrong, leaves } = await judge(options, tally.erased.owed(tally.kept), tally.erased);
  const misplaced = await tally.moved.judge(server, phones, tally.kept, tally.erased);
  return {
    acts: tally.acts,
    kept: tally.kept.length,
    syncs: tally.syncs,
    erasures: tally.erasures,
    moves: tally.moved.moves,
    faults: tally.faults,
    records: leaves.length,
    digest: createHash('sha256').update(JSON.stringify(leaves)).digest('hex').slice(0, 16),
    wrong: [...tally.wrong, ...restless, ...wrong, ...misplaced],
  };
}
