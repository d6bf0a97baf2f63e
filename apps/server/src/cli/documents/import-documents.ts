import { type RawRecord, type RecordKind, readDocument } from '@crece/domain';
import {
  childIn,
  type DocumentReason,
  type DocumentVerdict,
  differingFields,
  type ExamineContext,
  examineDocument,
  ownerIn,
  type Repair,
} from '@crece/imports/documents';
import type { ErasedRegister } from '../../erased/register.ts';
import { MAX_DOCUMENT_BYTES } from '../../gateway/write/bulk-docs.ts';
import { isDocumentId } from '../../store/document.ts';
import type { DocumentStore, Replicated, StoredDocument } from '../../store/document-store.ts';
import type { DocumentSource, SourceItem } from './document-source.ts';
import { KnownChildren } from './known-children.ts';

/** The outcome of a document of the file. */
export type DocumentOutcome =
  | DocumentVerdict
  /** The unit has it with the same typed fields; the usual outcome of a second run. */
  | 'already-there'
  /** The unit has another version, which stays. */
  | 'differs'
  /** It was removed in the unit, and stays removed. */
  | 'removed-here'
  /** It was erased for good, or its child was. */
  | 'erased'
  /** Its id occurred earlier in the file; the first one counts. */
  | 'twice';

/** The finding about one document. */
export interface DocumentFinding {
  line: number;
  id: string;
  kind: RecordKind | null;
  outcome: DocumentOutcome;
  reasons: readonly DocumentReason[];
  repairs: readonly Repair[];
  /** Names of the fields in which the unit's version differs. */
  differing: readonly string[];
}

export interface ImportTarget {
  store: DocumentStore;
  stakeDB: string;
  erased: Pick<ErasedRegister, 'refresh' | 'refuses'>;
  timeZone: string;
  /** Whether the catalogue has a unit with that database. */
  isUnit: (stakeDB: string) => boolean;
}

export interface ImportOptions {
  /** Reports the outcome of each document, but writes nothing. */
  isDryRun: boolean;
  takesOtherUnits: boolean;
  tell: (finding: DocumentFinding) => Promise<void>;
}

export type OutcomeCounts = Partial<Record<DocumentOutcome, number>>;

/** Limits of one transaction; phones that push meanwhile wait for it. */
const BATCH_DOCUMENTS = 200;
const BATCH_BYTES = 2 * 1_048_576;
const CHILDREN = { from: 'chld_', to: 'chld_\uffff' } as const;

/** A finding with the document to be written, if any. */
interface Planned {
  finding: DocumentFinding;
  document: (RawRecord & { readonly _id: string }) | null;
}

/** Every leaf of each document, in the order of the ids. */
async function leavesOf(store: DocumentStore, ids: readonly string[]): Promise<Replicated[][]> {
  const leaves: Replicated[][] = [];
  while (leaves.length < ids.length) {
    const asked = ids.slice(leaves.length).map((id) => ({ id, revs: 'leaves' as const }));
    leaves.push(...(await store.readManyRevisions(asked)));
  }
  return leaves;
}

class DocumentImport {
  readonly #target: ImportTarget;
  readonly #options: ImportOptions;
  readonly #known = new KnownChildren();
  readonly #context: ExamineContext;
  readonly #counts: OutcomeCounts = {};

  constructor(target: ImportTarget, options: ImportOptions) {
    this.#target = target;
    this.#options = options;
    this.#context = {
      ...target,
      takesOtherUnits: options.takesOtherUnits,
      childOf: (id) => this.#known.find(id),
      sexSaidOf: (id) => this.#known.saidOf(id),
      canHaveId: isDocumentId,
      largest: MAX_DOCUMENT_BYTES,
    };
  }

  async run(source: DocumentSource): Promise<OutcomeCounts> {
    try {
      await this.#learnChildren(source);
      let batch: SourceItem[] = [];
      let bytes = 0;
      for await (const item of source.all()) {
        batch.push(item);
        bytes += item.bytes;
        if (batch.length < BATCH_DOCUMENTS && bytes < BATCH_BYTES) continue;
        await this.#take(batch);
        batch = [];
        bytes = 0;
      }
      await this.#take(batch);
      return this.#counts;
    } finally {
      this.#known.close();
    }
  }

  /** The unit's own children first: corrections made here count more than the file. */
  async #learnChildren(source: DocumentSource): Promise<void> {
    const { store, timeZone } = this.#target;
    let isAnyUnreadable = false;
    for await (const document of store.list(CHILDREN)) {
      const read = readDocument(document, { timeZone });
      this.#known.add(document._id, read.kind === 'child' ? read.child.gender : null);
    }
    for await (const item of source.children()) {
      const child = 'value' in item ? childIn(item.value, timeZone) : null;
      if (child === null) continue;
      this.#known.add(child.id, child.sex);
      isAnyUnreadable ||= child.sex === null;
    }
    if (isAnyUnreadable) await this.#learnFromScreenings(source);
  }

  /** What the screenings say of children whose own record does not say boy or girl. */
  async #learnFromScreenings(source: DocumentSource): Promise<void> {
    for await (const item of source.all()) {
      const owner = 'value' in item ? ownerIn(item.value) : null;
      if (owner !== null) this.#known.hear(owner.id, owner.sex);
    }
    const { timeZone } = this.#target;
    for await (const item of source.children()) {
      if (!('value' in item)) continue;
      const { document, kind } = examineDocument(item.value, this.#context);
      const child = kind === 'chld' && document !== null ? childIn(document, timeZone) : null;
      if (child !== null) this.#known.add(child.id, child.sex);
    }
  }

  async #take(batch: readonly SourceItem[]): Promise<void> {
    await this.#target.erased.refresh();
    const planned = batch.map((item) => this.#plan(item));
    await this.#compare(planned.filter(({ document }) => document !== null));
    if (!this.#options.isDryRun) await this.#write(planned);
    for (const { finding } of planned) {
      const { outcome } = finding;
      this.#counts[outcome] = (this.#counts[outcome] ?? 0) + 1;
      await this.#options.tell(finding);
    }
  }

  #plan(item: SourceItem): Planned {
    const { line } = item;
    if ('problem' in item) {
      const reasons = [item.problem];
      const nothing = { id: '', kind: null, repairs: [], differing: [] };
      return { finding: { line, outcome: 'refused', reasons, ...nothing }, document: null };
    }
    const { verdict, document, ...examined } = examineDocument(item.value, this.#context);
    if (document !== null && this.#target.erased.refuses(this.#target.stakeDB, document)) {
      // Neither repairs nor differences are told: they would be about its content.
      const said = { ...examined, reasons: [], repairs: [], differing: [] };
      return { finding: { line, outcome: 'erased', ...said }, document: null };
    }
    const isAgain = document !== null && !this.#known.isNew(document._id);
    const outcome = isAgain ? 'twice' : verdict;
    return {
      finding: { line, outcome, ...examined, differing: [] },
      document: isAgain ? null : document,
    };
  }

  /** Drops the documents that the unit already has, in any version. */
  async #compare(planned: readonly Planned[]): Promise<void> {
    const { store, timeZone } = this.#target;
    const leaves = await leavesOf(
      store,
      planned.map(({ finding }) => finding.id),
    );
    for (const [place, { document: offered }] of planned.entries()) {
      const there = leaves[place] ?? [];
      const one = planned[place];
      if (there.length === 0 || offered === null || one === undefined) continue;
      const living = there.flatMap(({ document }) =>
        document._deleted === true ? [] : [document],
      );
      const [only, ...others] = living;
      const isMended = one.finding.outcome !== 'unreadable';
      if (isMended && only !== undefined && others.length === 0 && !this.#isReadable(only)) {
        const reasons: DocumentReason[] = ['replaces-unreadable', ...one.finding.reasons];
        one.document = { ...offered, _rev: only._rev };
        one.finding = { ...one.finding, reasons };
        continue;
      }
      const differing = living.map((document) => differingFields(offered, document, timeZone));
      const isSame = differing.some((fields) => fields.length === 0);
      one.document = null;
      one.finding = {
        ...one.finding,
        repairs: [],
        outcome: living.length === 0 ? 'removed-here' : isSame ? 'already-there' : 'differs',
        differing: isSame ? [] : (differing[0] ?? []),
      };
    }
  }

  /** Whether the unit's version is readable; nobody can have worked on an unreadable one. */
  #isReadable(document: StoredDocument): boolean {
    const sexOf = (id: string) => {
      const child = this.#known.find(id);
      return child === 'unreadable' ? undefined : child;
    };
    const { timeZone } = this.#target;
    return readDocument(document, { timeZone, sexOf }).kind !== 'unreadable';
  }

  async #write(planned: readonly Planned[]): Promise<void> {
    const writing = planned.filter(({ document }) => document !== null);
    const drafts = writing.flatMap(({ document }) => (document === null ? [] : [document]));
    if (drafts.length === 0) return;
    const results = await this.#target.store.write(drafts);
    // A phone may have brought the same record since it was looked up.
    const lost = writing.filter((_, place) => results[place]?.ok !== true);
    if (lost.length > 0) await this.#compare(lost);
  }
}

/**
 * Imports the documents of an older system into a unit, each unchanged, and reports the outcome of
 * each. Existing records stay as they are, so an interrupted run is simply repeated.
 */
export function importDocuments(
  source: DocumentSource,
  target: ImportTarget,
  options: ImportOptions,
): Promise<OutcomeCounts> {
  return new DocumentImport(target, options).run(source);
}
