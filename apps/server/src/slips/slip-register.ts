import {
  addDays,
  CLINIC_ANSWER_DAYS,
  type Home,
  type IsoDate,
  kindOfId,
  readSlips,
} from '@crece/domain';
import type { DocumentStore, DraftDocument, StoredDocument } from '../store/document-store.ts';
import { slipKey } from './slip-key.ts';
import { surveyDateOf } from './slip-rule.ts';

const PREFIX = 'slip_';
const RANGE = { from: PREFIX, to: `${PREFIX}\uffff` } as const;
const TRIES = 5;
/** More records with one slip than any move or mistake makes. */
const MOST_HOMES = 8;

/** Where a slip was seen. */
export interface RegisteredSlip {
  readonly key: string;
  /** The screenings that carry it, as they were named then; each may have moved since. */
  readonly homes: readonly Home[];
  /** After this day no answer to it is taken. */
  readonly until: IsoDate;
}

// Only this room writes these documents, so their fields are not checked.
function registered(document: StoredDocument): RegisteredSlip {
  const { homes, until } = document as unknown as RegisteredSlip;
  return { key: document._id.slice(PREFIX.length), homes, until };
}

const isHome = (one: Home, other: Home): boolean =>
  one.stakeDB === other.stakeDB && one.id === other.id;

/** What is known of a slip, with what was seen of it now. */
function joined(kept: RegisteredSlip | undefined, seen: RegisteredSlip): RegisteredSlip {
  if (kept === undefined) return seen;
  const more = seen.homes.filter((home) => !kept.homes.some((each) => isHome(each, home)));
  return {
    key: seen.key,
    homes: [...kept.homes, ...more].slice(0, MOST_HOMES),
    until: kept.until > seen.until ? kept.until : seen.until,
  };
}

function seenIn(stakeDB: string, document: StoredDocument): RegisteredSlip[] {
  const { _id: id, _deleted, slip } = document;
  const slips = _deleted === true || kindOfId(id) !== 'scr' ? [] : (readSlips(slip) ?? []);
  const surveyDate = slips.length === 0 ? null : surveyDateOf(stakeDB, document);
  if (surveyDate === null) return [];
  const homes = [{ stakeDB, id }];
  const until = addDays(surveyDate, CLINIC_ANSWER_DAYS + 1);
  return slips.map((each) => ({ key: slipKey(each), homes, until }));
}

/**
 * Which screening carries a slip: noted when it arrives, so that no call looks through a unit. It holds
 * no slip, only what a slip is known by.
 */
export class SlipRegister {
  readonly #store: DocumentStore;

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /** Notes the slips of records that a unit has; returns the keys of all slips that they carry. */
  async note(stakeDB: string, documents: readonly StoredDocument[]): Promise<readonly string[]> {
    const seen = new Map<string, RegisteredSlip>();
    for (const slip of documents.flatMap((document) => seenIn(stakeDB, document))) {
      seen.set(slip.key, joined(seen.get(slip.key), slip));
    }
    let left = [...seen.values()];
    for (let i = 0; i < TRIES && left.length > 0; i += 1) left = await this.#write(left);
    if (left.length > 0) throw new Error('another process keeps writing a slip');
    return [...seen.keys()];
  }

  /** The screenings that carried a slip when they arrived; empty for an unknown one. */
  async homesOf(key: string): Promise<readonly Home[]> {
    const kept = await this.#store.read(PREFIX + key);
    return kept === null ? [] : registered(kept).homes;
  }

  /** Forgets the slips of which this is true; returns their keys. */
  async drop(isDropped: (slip: RegisteredSlip) => boolean): Promise<readonly string[]> {
    const dropped: StoredDocument[] = [];
    for await (const document of this.#store.list(RANGE)) {
      if (isDropped(registered(document))) dropped.push(document);
    }
    if (dropped.length === 0) return [];
    await this.#store.write(dropped.map(({ _id, _rev }) => ({ _id, _rev, _deleted: true })));
    return dropped.map((document) => registered(document).key);
  }

  /** Notes slips in one write; returns those that another process has written meanwhile. */
  async #write(slips: readonly RegisteredSlip[]): Promise<RegisteredSlip[]> {
    const stored = await this.#store.readMany(slips.map(({ key }) => PREFIX + key));
    const drafts: DraftDocument[] = [];
    const changed: RegisteredSlip[] = [];
    for (const slip of slips) {
      const kept = stored.get(PREFIX + slip.key);
      const before = kept === undefined ? undefined : registered(kept);
      const { homes, until } = joined(before, slip);
      if (before?.until === until && before.homes.length === homes.length) continue;
      const rev = kept === undefined ? {} : { _rev: kept._rev };
      drafts.push({ _id: PREFIX + slip.key, ...rev, homes, until });
      changed.push(slip);
    }
    const results = drafts.length === 0 ? [] : await this.#store.write(drafts);
    return changed.filter((_, at) => results[at]?.ok !== true);
  }
}
