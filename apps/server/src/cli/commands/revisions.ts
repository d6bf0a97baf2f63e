import { type Leaf, leaptLeaves, MAX_GENERATION, parseRevision } from '@crece/replication';
import { csvLine } from '@crece/reports/csv';
import { unitStoreName } from '../../gateway/unit-place.ts';
import { draftParts, revisionOf } from '../../store/document.ts';
import type { DocumentStore, StoredDocument, Stores } from '../../store/document-store.ts';
import { isStakeDB, stakeDBOf } from '../../store/store-names.ts';
import { CliError } from '../cli-error.ts';
import { openCommandLineAudit } from '../command-line-audit.ts';
import type { Console } from '../console.ts';
import { mistyped, readTyped } from '../typed-options.ts';
import { withStores } from '../with-stores.ts';

const OPTIONS = {
  unit: { type: 'string', default: '' },
  record: { type: 'string', default: '' },
  drop: { type: 'string', default: '' },
  all: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
} as const;

const readOptions = (args: readonly string[]) => readTyped(args, OPTIONS);
type Options = ReturnType<typeof readOptions>;

const HEADER = ['unit', 'record', 'revision', 'is_shown', 'is_removal', 'other_revisions'];

/** What is to be done with one record. */
interface Plan {
  store: DocumentStore;
  id: string;
  dropped: StoredDocument;
  /** The remaining leaves, the winner first. */
  others: readonly Leaf[];
  isKept: boolean;
}

async function unitsOf({ unit }: Options, stores: Stores): Promise<string[]> {
  if (unit === '') return (await stores.names()).flatMap((name) => stakeDBOf(name) ?? []);
  if (!isStakeDB(unit) || !(await stores.has(unitStoreName(unit)))) {
    throw new CliError(`There is no unit "${unit}".`, 1);
  }
  return [unit];
}

/** The leaves of a record that leapt; a record with one version is looked at only at the limit. */
async function leaptOf(
  store: DocumentStore,
  id: string,
  leaves: readonly Leaf[],
): Promise<readonly Leaf[]> {
  const isHigh = leaves.some(({ rev }) => (parseRevision(rev)?.generation ?? 0) >= MAX_GENERATION);
  if (leaves.length < 2 && !isHigh) return [];
  const revisions = await store.readRevisions(id, 'leaves');
  const ancestries = new Map(revisions.map(({ document, ancestry }) => [document._rev, ancestry]));
  return leaptLeaves(
    leaves.map((leaf) => ({ ...leaf, ancestry: ancestries.get(leaf.rev) ?? [leaf.rev] })),
  );
}

/** Prints one line for each leapt revision of a unit; returns how many. */
async function list(unit: string, store: DocumentStore, io: Console): Promise<number> {
  let found = 0;
  for await (const { id, leaves } of store.changes({ since: '0' })) {
    for (const { rev, deleted } of await leaptOf(store, id, leaves)) {
      found += 1;
      const others = leaves.filter((leaf) => leaf.rev !== rev).map((leaf) => leaf.rev);
      const isShown = rev === leaves[0]?.rev ? 'yes' : 'no';
      await io.write(csvLine([unit, id, rev, isShown, deleted ? 'yes' : 'no', others.join(' ')]));
    }
  }
  return found;
}

async function planOf({ record, drop, keep }: Options, store: DocumentStore): Promise<Plan> {
  const leaves = await store.leaves(record);
  if (!(await leaptOf(store, record, leaves)).some(({ rev }) => rev === drop)) {
    throw new CliError(
      `${record} has no version ${drop} that can be dropped: "revisions" lists those that can.`,
      1,
    );
  }
  const dropped = await store.read(record, drop);
  if (dropped === null) throw new CliError(`The text of ${drop} is not kept.`, 1);
  const others = leaves.filter(({ rev }) => rev !== drop);
  if (keep && dropped._deleted === true) {
    throw new CliError(`${drop} is a removal: it says nothing that could be kept.`, 1);
  }
  if (!keep && others.length === 0) {
    throw new CliError(
      `${drop} is the only version of ${record}: with --keep what it says becomes its first version.`,
      1,
    );
  }
  return { store, id: record, dropped, others, isKept: keep };
}

const textOf = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Prints what will be done, and how the content of the record changes. */
async function tell({ store, id, dropped, others, isKept }: Plan, io: Console): Promise<void> {
  const { rev, deleted } = others[0] ?? { rev: '', deleted: false };
  io.say(`Record ${id}: the version ${dropped._rev} is dropped.`);
  if (others.length === 0) {
    io.say('What it says becomes the first version of the record.');
    return;
  }
  const beside = `${others.length} other version${others.length === 1 ? '' : 's'}`;
  io.say(`It has ${beside}; the first is ${rev}${deleted ? ', a removal' : ''}.`);
  if (isKept) {
    io.say(`What the dropped version says is written as an edit of ${rev}.`);
    return;
  }
  if (deleted) io.say('THE RECORD IS REMOVED AFTERWARDS. With --keep it stays.');
  const after = (await store.read(id, rev)) ?? {};
  const names = new Set([...Object.keys(dropped), ...Object.keys(after)]);
  for (const name of [...names].filter((each) => !each.startsWith('_')).sort()) {
    const [now, then] = [textOf(dropped[name]), textOf(Reflect.get(after, name))];
    if (now !== then) io.say(`  ${name}: ${now} becomes ${then}`);
  }
}

/** Writes the dropped content on top of the remaining leaves, or as a first version. */
async function keep({ store, id, dropped, others }: Plan): Promise<void> {
  const content = Object.entries(dropped).filter(([name]) => !name.startsWith('_'));
  const draft = { ...Object.fromEntries(content), _id: id };
  const [base] = others;
  if (base === undefined) {
    const rev = revisionOf(draftParts(draft), null);
    await store.writeRevisions([{ document: { ...draft, _rev: rev }, ancestry: [rev] }]);
    return;
  }
  const [written] = await store.write([{ ...draft, _rev: base.rev }]);
  if (written?.ok !== true) throw new CliError(`${id} was changed meanwhile: try again.`, 1);
}

async function drop(options: Options, stores: Stores, io: Console): Promise<void> {
  const { unit, record, drop: rev, write } = options;
  const [stakeDB = ''] = await unitsOf(options, stores);
  const store = await stores.open(unitStoreName(stakeDB));
  const plan = await planOf(options, store);
  await tell(plan, io);
  if (!write) {
    io.say('This was a dry run: nothing was written. With --write it is done.');
    return;
  }
  if (plan.isKept) await keep(plan);
  if (!(await store.dropBranch(record, rev))) {
    throw new CliError(`${record} was changed meanwhile: try again.`, 1);
  }
  const audit = await openCommandLineAudit(stores, io.say);
  const detail = [record, rev, plan.isKept ? 'kept what it said' : ''].join(' ').trim();
  await audit({ what: 'revision-dropped', whom: unit, detail });
  io.say('Done.');
}

/** What is done with all leapt versions of a record: the winner's content may be kept. */
async function dropAllOf(
  { store, id, leaves }: { store: DocumentStore; id: string; leaves: readonly Leaf[] },
  { unit, keep: isKept, write }: Options,
  say: (text: string) => Promise<void> | void,
): Promise<'dropped' | 'left'> {
  const leapt = await leaptOf(store, id, leaves);
  const revs = new Set(leapt.map(({ rev }) => rev));
  const others = leaves.filter(({ rev }) => !revs.has(rev));
  const [winner] = leaves;
  const isShown = winner !== undefined && revs.has(winner.rev) && !winner.deleted;
  const dropped = isShown ? await store.read(id, winner.rev) : null;
  const isLost = isShown && dropped === null && isKept;
  if (isLost || (others.length === 0 && (dropped === null || !isKept))) return 'left';
  const removes = !(isKept && isShown) && others[0]?.deleted === true;
  const hidden = removes && isShown ? ', THE RECORD IS REMOVED AFTERWARDS' : '';
  await say(`${unit} ${id}: ${leapt.length} of ${leaves.length}${hidden}`);
  if (!write) return 'dropped';
  if (isKept && dropped !== null) await keep({ store, id, dropped, others, isKept });
  for (const { rev } of leapt) {
    if (!(await store.dropBranch(id, rev))) {
      throw new CliError(`${id} was changed meanwhile: try again.`, 1);
    }
  }
  return 'dropped';
}

/** Drops the leapt versions of one record, or of all records of a unit. */
async function dropAll(options: Options, stores: Stores, io: Console): Promise<void> {
  const { unit, record, write, keep: isKept } = options;
  const [stakeDB = ''] = await unitsOf(options, stores);
  const store = await stores.open(unitStoreName(stakeDB));
  const found: { id: string; leaves: readonly Leaf[] }[] = [];
  for await (const { id, leaves } of store.changes({ since: '0' })) {
    if (record !== '' && id !== record) continue;
    if ((await leaptOf(store, id, leaves)).length > 0) found.push({ id, leaves });
  }
  let left = 0;
  for (const each of found) {
    if ((await dropAllOf({ store, ...each }, options, (text) => io.say(text))) === 'left')
      left += 1;
  }
  const dropped = found.length - left;
  io.say(`Records of which versions ${write ? 'were' : 'would be'} dropped: ${dropped}.`);
  if (left > 0)
    io.say(`Records left as they are, because nothing else is there: ${left}. Try --keep.`);
  if (!write) {
    io.say('This was a dry run: nothing was written. With --write it is done.');
  } else if (dropped > 0) {
    const audit = await openCommandLineAudit(stores, io.say);
    const detail = `${record === '' ? `${dropped} records` : record}${isKept ? ' kept what they said' : ''}`;
    await audit({ what: 'revision-dropped', whom: unit, detail });
  }
}

/** The options, checked: what is asked to be dropped, if anything. */
function askedOf(args: readonly string[]): { options: Options; task: 'list' | 'drop' | 'all' } {
  const options = readOptions(args);
  const { all, drop: rev, record, unit, keep: isKept, write } = options;
  if (all) {
    if (unit === '' || rev !== '') throw mistyped('--all needs --unit DB and no --drop.');
    return { options, task: 'all' };
  }
  const isDrop = rev !== '' || record !== '';
  if (isDrop && (unit === '' || rev === '' || record === '')) {
    throw mistyped('--drop REV needs --unit DB and --record ID.');
  }
  if (!isDrop && (isKept || write)) {
    throw mistyped('--keep and --write belong to --drop REV or --all.');
  }
  return { options, task: isDrop ? 'drop' : 'list' };
}

/**
 * `crece revisions`: lists the versions of records that leapt (see `leaptLeaves`). `--drop` takes
 * one out and `--all` those of a record or a whole unit, after printing the consequences.
 */
export async function runRevisions(args: readonly string[], io: Console): Promise<void> {
  const { options, task } = askedOf(args);
  await withStores({ mayBeNew: false }, async (stores) => {
    if (task === 'drop') return drop(options, stores, io);
    if (task === 'all') return dropAll(options, stores, io);
    await io.write(csvLine(HEADER));
    let found = 0;
    for (const unit of await unitsOf(options, stores)) {
      found += await list(unit, await stores.open(unitStoreName(unit)), io);
    }
    io.say(
      found === 0
        ? 'No record holds a version that cannot be.'
        : `Versions that cannot be: ${found}. With --drop each can be taken out, with --all every one.`,
    );
  });
}
