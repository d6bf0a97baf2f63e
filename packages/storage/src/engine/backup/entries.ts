import type { IsoInstant } from '@crece/domain';
import { isAncestry } from '@crece/replication';
import type { CarriedDocument } from '../../unit/records/carried-document.ts';

/** One line of a backup's content: the head, then each unit followed by its revisions. */
export type BackupEntry =
  | { readonly kind: 'backup'; readonly madeAt: IsoInstant }
  | {
      readonly kind: 'unit';
      readonly stakeDB: string;
      /** Device ids that signed writes on the phone that made the file. */
      readonly devices: readonly string[];
      /** Children that no other device can have data of; see `SyncState.madeHere`. */
      readonly madeHere: readonly string[];
    }
  | { readonly kind: 'revision'; readonly document: CarriedDocument };

/** Maximum length of a line; longer than any valid record, and it limits the memory used. */
const MAX_LINE = 16_777_216;

const LINE_END = 0x0a;

export function lineOf(entry: BackupEntry): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(entry)}\n`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Whether a value is a document with a revision and matching ancestry. */
function isCarried(value: unknown): value is CarriedDocument {
  if (!isRecord(value) || !isText(value['_id']) || !isRecord(value['_revisions'])) return false;
  const { start, ids } = value['_revisions'];
  if (typeof start !== 'number' || !Array.isArray(ids) || !ids.every(isText)) return false;
  const ancestry = ids.map((hash, age) => `${start - age}-${hash}`);
  const deleted = value['_deleted'];
  return (
    isAncestry(ancestry) &&
    ancestry[0] === value['_rev'] &&
    (deleted === undefined || typeof deleted === 'boolean')
  );
}

/** Parses and validates a line; null when it is not a valid entry. */
export function readBackupEntry(line: string): BackupEntry | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isRecord(value)) return null;
  const { kind, madeAt, stakeDB, devices, madeHere = [], document } = value;
  if (kind === 'backup') return isText(madeAt) ? { kind, madeAt } : null;
  if (kind === 'unit') {
    const isUnit = isText(stakeDB) && areTexts(devices) && areTexts(madeHere);
    return isUnit ? { kind, stakeDB, devices, madeHere } : null;
  }
  return kind === 'revision' && isCarried(document) ? { kind, document } : null;
}

/** Divides content into lines; text after the last line end is kept for the next call. */
export class Lines {
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  /** Whether all content so far was complete lines, none of them too long. */
  get isClean(): boolean {
    return this.#waitingBytes === 0;
  }

  /** The lines that end in this content; null when one is longer than any record. */
  cut(content: Uint8Array): string[] | null {
    const lines: string[] = [];
    let start = 0;
    for (let end = content.indexOf(LINE_END); end >= 0; end = content.indexOf(LINE_END, start)) {
      lines.push(this.#ended(content.subarray(start, end)));
      start = end + 1;
    }
    const rest = content.subarray(start);
    if (rest.length > 0) {
      this.#waiting.push(rest);
      this.#waitingBytes += rest.length;
    }
    return this.#waitingBytes > MAX_LINE ? null : lines;
  }

  #ended(end: Uint8Array): string {
    const line = new Uint8Array(this.#waitingBytes + end.length);
    let at = 0;
    for (const part of [...this.#waiting, end]) {
      line.set(part, at);
      at += part.length;
    }
    this.#waiting = [];
    this.#waitingBytes = 0;
    return new TextDecoder().decode(line);
  }
}
