import { checkDocument, kindOfId } from '@crece/domain';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';
import type { Document } from '../../unit/records/unit-records.ts';
import type { EngineParts } from '../core/engine.ts';
import { OTHER_UNIT } from '../ledger/untaken.ts';
import type { BackupEntry } from './entries.ts';
import { type KeptRemoval, keepRemovals } from './file-removals.ts';
import { type FileVersion, type JudgedRecord, judgeRecord, versionOf } from './judge-record.ts';

/** A record with the names by which a person knows it; empty when they are unknown. */
export interface NamedRecord {
  readonly id: string;
  readonly title: string;
}

interface Report {
  readonly stakeDB: string;
  /** The unit cannot be opened here, so nothing of it is looked at or loaded. */
  readonly skipped: boolean;
  /** Number of records of which everything is here. */
  readonly alreadyHere: number;
  /** Records of which some version failed validation, with the codes; nothing of them is taken. */
  readonly refused: readonly { readonly id: string; readonly codes: readonly string[] }[];
}

/** What loading one unit of a file would do. */
export interface UnitLook extends Report {
  /** Number of records that are not here. */
  readonly fresh: number;
  readonly changed: readonly NamedRecord[];
  readonly removed: readonly NamedRecord[];
}

/** The result of loading one unit. */
export interface UnitLoaded extends Report {
  /** Number of records that got something new. */
  readonly added: number;
  /** Number of records whose removal waits for somebody with the right to remove. */
  readonly removals: number;
}

/** A record of the file while it is read. */
interface Collected {
  readonly versions: FileVersion[];
  readonly codes: string[];
  /** Names on the record. */
  title: string;
  /** The child that a screening belongs to. */
  owner: string | null;
}

/** Number of records looked up, and of revisions written, together. */
const BATCH = 200;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function namesOn({ firstName, lastName }: Document | CarriedDocument): string {
  return `${textOf(firstName)} ${textOf(lastName)}`.trim();
}

/** Whether a revision is a child as it was registered (its first revision). */
function isRegistration({ _id, _rev }: CarriedDocument): boolean {
  return kindOfId(_id) === 'chld' && _rev.startsWith('1-');
}

/**
 * One unit of a file: first every version is collected without its content, then each record is
 * judged against what is here, then the file is read again and written.
 */
export class FileUnit {
  readonly #stakeDB: string;
  readonly #engine: EngineParts | null;
  readonly #collected = new Map<string, Collected>();
  readonly #judged = new Map<string, JudgedRecord>();
  #madeThere: ReadonlySet<string> = new Set();
  #batch: CarriedDocument[] = [];
  #removals: KeptRemoval[] = [];

  constructor(stakeDB: string, engine: EngineParts | null) {
    this.#stakeDB = stakeDB;
    this.#engine = engine;
  }

  collect(document: CarriedDocument): void {
    const { _id: id } = document;
    const record = this.#collected.get(id) ?? { versions: [], codes: [], title: '', owner: null };
    this.#collected.set(id, record);
    const check = checkDocument(document);
    if (!check.ok) record.codes.push(...check.codes);
    record.versions.push(versionOf(document));
    record.title ||= namesOn(document);
    if (kindOfId(id) === 'scr') record.owner ??= textOf(document['owner']);
  }

  /** Compares all that was collected with what is here. */
  async judge(): Promise<void> {
    if (this.#engine === null) return;
    const ids = [...this.#collected.keys()];
    const isOfOtherUnit = await this.#engine.isOfOtherUnit();
    for (let start = 0; start < ids.length; start += BATCH) {
      const part = ids.slice(start, start + BATCH);
      const leaves = await this.#engine.store.leavesOfMany(part);
      for (const [place, id] of part.entries()) {
        const record = this.#collected.get(id);
        if (record === undefined) continue;
        const here = leaves[place] ?? [];
        const [winner] = here;
        if (winner !== undefined && namesOn(winner) !== '') record.title = namesOn(winner);
        // What came here before this rule stays as it is.
        if (winner === undefined && isOfOtherUnit(id)) record.codes.push(OTHER_UNIT);
        this.#judged.set(id, judgeRecord(here, record.versions, record.codes));
      }
    }
  }

  get look(): UnitLook {
    const changed = this.#named(({ kind, take }) => kind === 'changed' && take.size > 0);
    return {
      ...this.#report(),
      fresh: this.#named(({ kind, take }) => kind === 'new' && take.size > 0).length,
      changed,
      removed: this.#named(({ wait }) => wait.size > 0),
    };
  }

  /** Begins a part of the file made by one installation. */
  begin({ madeHere }: Extract<BackupEntry, { kind: 'unit' }>): void {
    this.#madeThere = new Set(madeHere);
  }

  async add(document: CarriedDocument): Promise<void> {
    const { _id: id, _rev: rev } = document;
    const judged = this.#judged.get(id);
    if (judged?.wait.has(rev) === true) {
      this.#removals.push({ document, title: this.#titleOf(id) });
    }
    if (judged?.take.has(rev) !== true) return;
    this.#batch.push(document);
    if (this.#batch.length >= BATCH) await this.write();
  }

  async write(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (this.#engine === null || batch.length === 0) return;
    const isAlone = (document: CarriedDocument): boolean =>
      this.#madeThere.has(document._id) || isRegistration(document);
    await this.#engine.noteMade(batch.filter(isAlone).map(({ _id }) => _id));
    await this.#engine.ledger.takeFromFile(batch);
  }

  async end(): Promise<UnitLoaded> {
    await this.write();
    if (this.#engine !== null) {
      await keepRemovals(this.#engine, this.#removals);
      await this.#engine.announce();
    }
    return {
      ...this.#report(),
      added: this.#named(({ take }) => take.size > 0).length,
      removals: this.#named(({ wait }) => wait.size > 0).length,
    };
  }

  #report(): Report {
    const judged = [...this.#judged];
    return {
      stakeDB: this.#stakeDB,
      skipped: this.#engine === null,
      alreadyHere: judged.filter(([, { kind }]) => kind === 'here').length,
      refused: judged.flatMap(([id, { kind, codes }]) =>
        kind === 'refused' ? [{ id, codes: [...new Set(codes)] }] : [],
      ),
    };
  }

  #named(isMeant: (judged: JudgedRecord) => boolean): NamedRecord[] {
    return [...this.#judged].flatMap(([id, judged]) =>
      isMeant(judged) ? [{ id, title: this.#titleOf(id) }] : [],
    );
  }

  /** The names on a record, or on the child that a screening belongs to. */
  #titleOf(id: string): string {
    const record = this.#collected.get(id);
    if (record === undefined || record.title !== '') return record?.title ?? '';
    const row = this.#engine?.rowOf(record.owner ?? '');
    if (row !== undefined) return `${row.firstName} ${row.lastName}`.trim();
    return this.#collected.get(record.owner ?? '')?.title ?? '';
  }
}
