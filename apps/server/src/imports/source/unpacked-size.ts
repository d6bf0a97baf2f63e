import { Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { readXml } from 'hucre/xml';
import {
  MAX_TEXT_ELEMENTS,
  MAX_UNPACKED_BYTES,
  MAX_UNPACKED_TEXTS_BYTES,
  TEXT_BYTES,
  TEXT_ELEMENTS,
} from './limits.ts';
import { RefusedFile } from './source-row.ts';
import { ElementCount, SheetCount } from './xml-counts.ts';

/** One file inside a zip, by its directory. */
interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: Buffer;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_ENTRIES = 2_000;
const CHUNK_BYTES = 256 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** Sheets are read piece by piece; every other part is held in memory as a whole. */
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/i;

function unreadable(): RefusedFile {
  return new RefusedFile('workbook-unreadable');
}

/**
 * The offset of the end record of the directory, searched backwards past a comment of any length.
 */
function endOf(data: Buffer): number {
  const first = Math.max(0, data.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = data.length - END_BYTES; at >= first; at -= 1) {
    if (data.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw unreadable();
}

function packedBytes(data: Buffer, at: number, size: number): Buffer {
  const start = at + LOCAL_BYTES + data.readUInt16LE(at + 26) + data.readUInt16LE(at + 28);
  if (start + size > data.length) throw unreadable();
  return data.subarray(start, start + size);
}

function* entriesOf(data: Buffer): Generator<Entry> {
  const end = endOf(data);
  const count = data.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new RefusedFile('workbook-too-large');
  let at = data.readUInt32LE(end + 16);
  for (let number = 0; number < count; number += 1) {
    if (data.readUInt32LE(at) !== ENTRY_SIGNATURE) throw unreadable();
    const nameBytes = data.readUInt16LE(at + 28);
    const name = data.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const packed = packedBytes(data, data.readUInt32LE(at + 42), data.readUInt32LE(at + 20));
    yield { name, method: data.readUInt16LE(at + 10), packed };
    at += ENTRY_BYTES + nameBytes + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
}

/** Unpacks an entry piece by piece, and keeps none of them. */
async function* unpacked({ method, packed }: Entry): AsyncGenerator<Uint8Array> {
  if (method === STORED) yield packed;
  else if (method !== DEFLATED) throw unreadable();
  else
    yield* Readable.from([packed]).pipe(
      createInflateRaw({ chunkSize: CHUNK_BYTES }),
    ) as AsyncIterable<Buffer>;
}

/** Adds up what all sheets unpack to. */
class Sheets {
  readonly #cells = { count: 0 };
  #bytes = 0;

  async add(entry: Entry): Promise<void> {
    const counted = new SheetCount(this.#cells);
    for await (const bytes of unpacked(entry)) {
      this.#bytes += bytes.length;
      if (this.#bytes > MAX_UNPACKED_BYTES) throw new RefusedFile('workbook-too-large');
      counted.add(bytes);
    }
  }
}

type Share = typeof TEXT_BYTES | typeof TEXT_ELEMENTS;

/** Adds up what all other parts unpack to, as a whole and for their packed size. */
class OtherParts {
  readonly #elements = new ElementCount();
  #packed = 0;
  #bytes = 0;

  async add(entry: Entry): Promise<void> {
    this.#packed += entry.packed.length;
    for await (const bytes of unpacked(entry)) {
      this.#bytes += bytes.length;
      this.#elements.add(bytes);
      if (this.#bytes > MAX_UNPACKED_TEXTS_BYTES) throw new RefusedFile('workbook-too-large');
      const { count } = this.#elements;
      const isTooMuch = count > MAX_TEXT_ELEMENTS || count > this.#allowed(TEXT_ELEMENTS);
      if (isTooMuch || this.#bytes > this.#allowed(TEXT_BYTES)) {
        throw new RefusedFile('workbook-too-many-texts');
      }
    }
  }

  #allowed({ free, perPackedByte }: Share): number {
    return free + perPackedByte * this.#packed;
  }
}

const RELATIONS = /\.rels$/i;
const RELATIONS_OF_SHEETS = /^xl\/worksheets\//i;
const FOLDER_OF_SHEETS = /worksheets/i;
const SHEET_TYPE = /sheet$/i;

/**
 * Nothing but a sheet may lie where sheets do: only those are read row by row, and a list of texts
 * there would escape its limits.
 */
function checkRelations(entry: Entry): void {
  if (!RELATIONS.test(entry.name) || RELATIONS_OF_SHEETS.test(entry.name)) return;
  const { data } = readXml(textOf(entry), { rowTag: 'Relationship', stripNamespaces: true });
  for (const { '@Type': type, '@Target': target } of data) {
    if (FOLDER_OF_SHEETS.test(String(target)) && !SHEET_TYPE.test(String(type))) throw unreadable();
  }
}

/**
 * Measures a workbook by decompressing it, because the sizes in its directory may be false: its
 * bytes, and the texts and cells that its reader would make objects of. Throws `RefusedFile` when
 * it is too large or not a workbook.
 */
export async function checkUnpackedSize(data: Buffer): Promise<void> {
  const sheets = new Sheets();
  const others = new OtherParts();
  try {
    for (const entry of entriesOf(data)) {
      if (SHEET.test(entry.name)) await sheets.add(entry);
      else await others.add(entry);
    }
    for (const entry of entriesOf(data)) checkRelations(entry);
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    // An offset beyond the end of the file, or broken compression.
    throw new RefusedFile('workbook-unreadable', { cause: error });
  }
}

function textOf({ method, packed }: Entry): string {
  return (method === STORED ? packed : inflateRawSync(packed)).toString('utf8');
}

/** The files inside a workbook whose size was checked. */
export interface WorkbookParts {
  readonly names: readonly string[];
  readonly textOf: (name: string) => string | null;
  /** The bytes of a part, piece by piece; none of a part that is not there. */
  readonly bytesOf: (name: string) => AsyncIterable<Uint8Array>;
}

export function workbookParts(data: Buffer): WorkbookParts {
  const entries = new Map([...entriesOf(data)].map((entry) => [entry.name, entry]));
  return {
    names: [...entries.keys()],
    textOf: (name) => {
      const entry = entries.get(name);
      return entry === undefined ? null : textOf(entry);
    },
    async *bytesOf(name) {
      const entry = entries.get(name);
      if (entry !== undefined) yield* unpacked(entry);
    },
  };
}
