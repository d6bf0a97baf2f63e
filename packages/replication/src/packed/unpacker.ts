import { COLUMNS, DAY_MS, HASH_DIGITS, NO_FIELDS, timeIn } from './format.ts';

/** A document revision as replication transfers it. */
export interface UnpackedRevision {
  _id: string;
  _rev: string;
  _revisions: { start: number; ids: string[] };
  [field: string]: unknown;
}

interface Fields {
  [name: string]: unknown;
}

/** The source of a field's value: a column, or an object of fields. */
type Source = ColumnReader | ObjectMaker;

function refuse(): never {
  throw new TypeError('not a packed block');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : refuse();
}

function fieldsOf(value: unknown): Readonly<Fields> {
  return typeof value === 'object' && value !== null ? { ...value } : refuse();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : refuse();
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : refuse();
}

/** Reads one column of a stream, value by value within a block. */
class ColumnReader {
  readonly #words: unknown[] = [];
  #values: readonly unknown[] = [];
  #form: 'plain' | 'at' | 'ms' | 'days' = 'plain';
  #next = 0;

  begin(column: unknown): void {
    this.#next = 0;
    this.#form = 'plain';
    if (column === null || Array.isArray(column)) {
      this.#values = column ?? [];
      return;
    }
    const { new: words, at, ms, days } = fieldsOf(column);
    this.#values = listOf(at ?? ms ?? days);
    if (at === undefined) this.#form = ms === undefined ? 'days' : 'ms';
    else {
      this.#form = 'at';
      for (const word of listOf(words)) this.#words.push(word);
    }
  }

  /** `time`: the time in the document's id. */
  next(time: number): unknown {
    const value = this.#values[this.#next];
    this.#next += 1;
    if (this.#form === 'plain') return value === undefined ? refuse() : value;
    const number = numberOf(value);
    if (this.#form === 'at') {
      const word = this.#words[number];
      // Each document gets its own list, because lists are mutable.
      if (Array.isArray(word)) return word.slice();
      return word === undefined ? refuse() : word;
    }
    if (this.#form === 'ms') return new Date(time + number).toISOString();
    const day = (Math.floor(time / DAY_MS) + number) * DAY_MS;
    return new Date(day).toISOString().slice(0, 10);
  }

  get isAtEnd(): boolean {
    return this.#next === this.#values.length;
  }
}

/**
 * Makes objects with the same fields. Each is a copy of one that has all of them already: an object
 * that grows by computed names becomes a hash table in V8, which every later step reads and copies
 * several times slower.
 */
class ObjectMaker {
  readonly #empty: Fields;
  readonly #names: readonly string[];
  readonly #sources: readonly Source[];

  constructor(before: Fields, fields: readonly (readonly [name: string, source: Source])[]) {
    // `JSON.parse` gives objects with the same names one layout, whatever the shape they belong to.
    const empty = { ...before, ...Object.fromEntries(fields.map(([name]) => [name, null])) };
    this.#empty = JSON.parse(JSON.stringify(empty)) as Fields;
    this.#names = fields.map(([name]) => name);
    this.#sources = fields.map(([, source]) => source);
  }

  /** `time`: the time in the document's id. */
  next(time: number): Fields {
    const made = { ...this.#empty };
    let place = 0;
    for (const source of this.#sources) {
      made[this.#names[place] ?? ''] = source.next(time);
      place += 1;
    }
    return made;
  }
}

/** The fields of every document that are not in its shape, in their order. */
const BEFORE_FIELDS = { _id: '', _rev: '', _revisions: null };

/**
 * Reads the blocks of one stream in order. An inconsistent block (a column too short or too long,
 * an unknown word or shape, an impossible time) is a `TypeError` or a `RangeError`. After that,
 * neither that block nor a later one can be trusted.
 */
export class Unpacker {
  readonly #columns: ColumnReader[] = [];
  readonly #shapes: Source[] = [];
  #hashes = '';
  #at = 0;

  /** Returns the documents of a block in order, each with all its leaves. */
  read(block: unknown): UnpackedRevision[][] {
    const { shapes, columns, hashes } = fieldsOf(block);
    for (const [place, column] of listOf(columns).entries()) this.#column(place).begin(column);
    for (const shape of listOf(shapes)) this.#shapes.push(this.#sourceOf(shape, BEFORE_FIELDS));
    this.#hashes = textOf(hashes);
    this.#at = 0;
    const documents: UnpackedRevision[][] = [];
    const ids = this.#column(COLUMNS.id);
    for (let id = ''; !ids.isAtEnd; ) {
      const own = textOf(ids.next(0));
      if (own !== '') {
        id = own;
        documents.push([]);
      }
      (documents.at(-1) ?? refuse()).push(this.#revision(id));
    }
    const isUsedUp = this.#columns.every(({ isAtEnd }) => isAtEnd);
    return isUsedUp && this.#at === this.#hashes.length ? documents : refuse();
  }

  #revision(id: string): UnpackedRevision {
    const start = numberOf(this.#column(COLUMNS.generation).next(0));
    const ids = this.#ancestry(this.#column(COLUMNS.ancestry).next(0));
    const shape = this.#shapes[numberOf(this.#column(COLUMNS.shape).next(0))] ?? refuse();
    const own = { _id: id, _rev: `${start}-${ids[0] ?? refuse()}`, _revisions: { start, ids } };
    return shape instanceof ColumnReader
      ? { ...fieldsOf(shape.next(0)), ...own }
      : Object.assign(shape.next(timeIn(id)), own);
  }

  #ancestry(hashes: unknown): string[] {
    if (typeof hashes !== 'number') return listOf(hashes).map(textOf);
    const ids: string[] = [];
    for (const end = this.#at + hashes * HASH_DIGITS; this.#at < end; this.#at += HASH_DIGITS) {
      if (this.#at >= this.#hashes.length) refuse();
      ids.push(this.#hashes.slice(this.#at, this.#at + HASH_DIGITS));
    }
    return ids;
  }

  #sourceOf(shape: unknown, before: Fields): Source {
    if (typeof shape === 'number') return this.#column(shape);
    const fields = Object.entries(fieldsOf(shape));
    if (fields.some(([name]) => NO_FIELDS.has(name))) refuse();
    return new ObjectMaker(
      before,
      fields.map(([name, inner]) => [name, this.#sourceOf(inner, {})]),
    );
  }

  #column(number: number): ColumnReader {
    let column = this.#columns[number];
    if (column === undefined) {
      column = new ColumnReader();
      this.#columns[number] = column;
    }
    return column;
  }
}
