import type { ConvertedCounts } from '@crece/contract';
import {
  type Child,
  kindOfId,
  leadsOf,
  planConversion,
  readDocument,
  type StoredChildFile,
  timeZoneOfCountry,
  type UnitDatabase,
} from '@crece/domain';
import { type Signature, signedBy } from '@crece/replication';
import type { DocumentStore, DraftDocument, StoredDocument } from '../store/document-store.ts';

const CHILDREN = { from: 'chld_', to: 'chld_\uffff' } as const;
const SCREENINGS = { from: 'scr_', to: 'scr_\uffff' } as const;

/**
 * The records of a unit and how they belong together; ids only, so that a large unit fits in
 * memory.
 */
interface UnitIndex {
  /** Readable children, in the order of their ids; of several records of one child that leading. */
  readonly children: ReadonlySet<string>;
  /** The leading record, for each of several records of one child. */
  readonly leads: ReadonlyMap<string, string>;
  /** Ids of the screenings, by the leading record of the child that they name as owner. */
  readonly screeningsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Records with several living versions, which a person must resolve first. */
  readonly contested: ReadonlySet<string>;
  /** Children that cannot be read. */
  readonly unreadableChildren: number;
}

/** The child that a stored screening names; `null`: none. */
function ownerOf(screening: StoredDocument): string | null {
  const { owner } = screening;
  return typeof owner === 'string' && owner.trim() !== '' ? owner.trim() : null;
}

async function contestedIn(store: DocumentStore): Promise<Set<string>> {
  const contested = new Set<string>();
  for await (const { id, leaves } of store.changes({ since: '0' })) {
    if (leaves.filter(({ deleted }) => !deleted).length > 1) contested.add(id);
  }
  return contested;
}

/** Reads a unit once. */
async function indexUnit(store: DocumentStore, timeZone: string): Promise<UnitIndex> {
  const contested = await contestedIn(store);
  const children = new Set<string>();
  const merged: Child[] = [];
  let unreadableChildren = 0;
  for await (const document of store.list(CHILDREN)) {
    const read = readDocument(document, { timeZone });
    if (read.kind === 'child') children.add(document._id);
    else unreadableChildren += 1;
    if (read.kind === 'child' && read.child.sameAs !== undefined) merged.push(read.child);
  }
  const leads = leadsOf(merged, (id) => children.has(id));
  for (const [id, lead] of leads) if (id !== lead) children.delete(id);
  const screeningsOf = new Map<string, Set<string>>();
  for await (const document of store.list(SCREENINGS)) {
    const named = ownerOf(document) ?? '';
    const owner = leads.get(named) ?? named;
    const known = screeningsOf.get(owner);
    if (known === undefined) screeningsOf.set(owner, new Set([document._id]));
    else known.add(document._id);
  }
  return { children, leads, screeningsOf, contested, unreadableChildren };
}

export interface ConversionOptions {
  /** Author and time; a restarted job recognises its own writes by them. */
  readonly signature: Signature;
  /** Counts what would be changed, and writes nothing. */
  readonly isDryRun: boolean;
  /** Called between two batches with the number of records processed; may throw to end the work. */
  readonly onBatch?: (lookedAt: number) => void;
}

/** Children, or records, that are read and written together. */
const CHILDREN_AT_ONCE = 50;
/** How often records are written again when other writers change them at the same moment. */
const ROUNDS = 5;

export const NOTHING_CONVERTED: ConvertedCounts = {
  screenings: 0,
  changedScreenings: 0,
  children: 0,
  changedChildren: 0,
  unreadable: 0,
  withoutChild: 0,
  waiting: 0,
};

/** The sum of the counts of two units. */
export function sumOfCounts(a: ConvertedCounts, b: ConvertedCounts): ConvertedCounts {
  const sum = { ...a };
  for (const name of Object.keys(sum) as (keyof ConvertedCounts)[]) sum[name] += b[name];
  return sum;
}

function* batchesOf<Item>(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < CHILDREN_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Ids by outcome, so that a record processed twice is counted once. */
class Tally {
  readonly looked = new Set<string>();
  readonly changed = new Set<string>();
  readonly unreadable = new Set<string>();
  readonly withoutChild = new Set<string>();
  readonly waiting = new Set<string>();

  counts(unreadableChildren: number): ConvertedCounts {
    const of = (ids: ReadonlySet<string>, kind: 'chld' | 'scr') =>
      [...ids].filter((id) => kindOfId(id) === kind).length;
    return {
      screenings: of(this.looked, 'scr'),
      changedScreenings: of(this.changed, 'scr'),
      children: of(this.looked, 'chld') + unreadableChildren,
      changedChildren: of(this.changed, 'chld'),
      unreadable: this.unreadable.size + unreadableChildren,
      withoutChild: this.withoutChild.size,
      waiting: this.waiting.size,
    };
  }
}

class UnitConversion {
  readonly #store: DocumentStore;
  readonly #timeZone: string;
  readonly #options: ConversionOptions;
  readonly #tally = new Tally();
  /** Revisions written by this run; all others in the feed come from other writers. */
  readonly #written = new Set<string>();

  constructor(store: DocumentStore, timeZone: string, options: ConversionOptions) {
    this.#store = store;
    this.#timeZone = timeZone;
    this.#options = options;
  }

  async run(): Promise<ConvertedCounts> {
    let { updateSeq: since } = await this.#store.info();
    const index = await indexUnit(this.#store, this.#timeZone);
    await this.#withoutChild(index);
    let again = await this.#convert(index, index.children);
    for (let round = 0; round < ROUNDS && !this.#options.isDryRun; round += 1) {
      const { updateSeq } = await this.#store.info();
      for (const id of await this.#changedBetween(since)) again.add(id);
      if (again.size === 0) break;
      since = updateSeq;
      again = await this.#convert(await indexUnit(this.#store, this.#timeZone), again);
    }
    return this.#tally.counts(index.unreadableChildren);
  }

  /** Counts screenings without a readable child; they stay as they are. */
  async #withoutChild({ children, screeningsOf }: UnitIndex): Promise<void> {
    const lost = [...screeningsOf].flatMap(([owner, ids]) => (children.has(owner) ? [] : [...ids]));
    for (const ids of batchesOf(lost)) {
      for (const document of (await this.#store.readMany(ids)).values()) {
        this.#tally.looked.add(document._id);
        // Any sex will do: only readability is checked here.
        const context = { timeZone: this.#timeZone, sexOf: () => 'Girl' as const };
        const isReadable = readDocument(document, context).kind === 'screening';
        (isReadable ? this.#tally.withoutChild : this.#tally.unreadable).add(document._id);
      }
    }
  }

  /**
   * Converts children with their screenings; returns those that another writer changed meanwhile.
   */
  async #convert(index: UnitIndex, children: Iterable<string>): Promise<Set<string>> {
    const again = new Set<string>();
    const listed = new Set(Array.from(children, (id) => index.leads.get(id) ?? id));
    for (const childIds of batchesOf(listed)) {
      this.#options.onBatch?.(this.#tally.looked.size);
      const ids = childIds.flatMap((id) => [id, ...(index.screeningsOf.get(id) ?? [])]);
      const documents = await this.#store.readMany(ids);
      const drafts = childIds.flatMap((id) => this.#drafts(id, index, documents));
      if (this.#options.isDryRun || drafts.length === 0) continue;
      const results = await this.#store.write(drafts);
      for (const result of results) {
        if (result.ok) this.#written.add(result.rev);
        else again.add(kindOfId(result.id) === 'chld' ? result.id : ownerIn(documents, result.id));
      }
    }
    return again;
  }

  /** The documents to be written of one child. */
  #drafts(
    childId: string,
    { screeningsOf, contested }: UnitIndex,
    documents: ReadonlyMap<string, StoredDocument>,
  ): DraftDocument[] {
    const raw = documents.get(childId);
    const child = raw === undefined ? null : readDocument(raw, { timeZone: this.#timeZone });
    if (raw === undefined || child?.kind !== 'child') return [];
    this.#look(raw);
    const screenings: {
      raw: StoredDocument;
      record: StoredChildFile['screenings'][number]['record'];
    }[] = [];
    const sexOf = () => child.child.gender;
    for (const id of screeningsOf.get(childId) ?? []) {
      const screening = documents.get(id);
      if (screening === undefined) continue;
      this.#look(screening);
      const read = readDocument(screening, { timeZone: this.#timeZone, sexOf });
      if (read.kind === 'screening') screenings.push({ raw: screening, record: read.screening });
      else this.#tally.unreadable.add(id);
    }
    const file = { child: { raw, record: child.child }, screenings };
    const ids = [childId, ...screenings.map((screening) => screening.raw._id)];
    if (ids.some((id) => contested.has(id))) {
      for (const id of ids) this.#tally.waiting.add(id);
      return [];
    }
    return planConversion(file).map((after) => {
      const id = String(after['_id']);
      this.#tally.changed.add(id);
      return signedBy(this.#options.signature, { ...after, _id: id }, documents.get(id));
    });
  }

  #look(document: StoredDocument): void {
    const { now, device } = this.#options.signature;
    this.#tally.looked.add(document._id);
    // Written by this job before it was killed.
    if (document['device'] === device && document['updatedAt'] === now.toISOString()) {
      this.#tally.changed.add(document._id);
    }
  }

  /** The children whose records another writer has changed since a sequence. */
  async #changedBetween(since: string): Promise<Set<string>> {
    const foreign: string[] = [];
    for await (const { id, leaves } of this.#store.changes({ since })) {
      if (!leaves.every(({ rev }) => this.#written.has(rev))) foreign.push(id);
    }
    const children = new Set(foreign.filter((id) => kindOfId(id) === 'chld'));
    const screenings = foreign.filter((id) => kindOfId(id) === 'scr');
    for (const ids of batchesOf(screenings)) {
      for (const document of (await this.#store.readMany(ids)).values()) {
        const owner = ownerOf(document);
        if (owner !== null) children.add(owner);
      }
    }
    return children;
  }
}

function ownerIn(documents: ReadonlyMap<string, StoredDocument>, id: string): string {
  const document = documents.get(id);
  return (document === undefined ? null : ownerOf(document)) ?? id;
}

/**
 * "Convert z-scores" in one unit: afterwards every stored screening and every child's summary
 * contain the reassessed figures. A record that another writer changes meanwhile is read again and
 * never overwritten; a child with unresolved conflicts is skipped. Idempotent: a second run writes
 * nothing.
 */
export function convertUnit(
  store: DocumentStore,
  unit: Pick<UnitDatabase, 'countryCode'>,
  options: ConversionOptions,
): Promise<ConvertedCounts> {
  return new UnitConversion(store, timeZoneOfCountry(unit.countryCode), options).run();
}
