import { generationOf } from '../tree/revision.ts';
import { ColumnPacker, type Room } from './column-packer.ts';
import { COLUMNS, HASH_DIGITS, NO_FIELDS, type PackedBlock, type Shape, timeIn } from './format.ts';

/** A leaf revision as a store has it. */
interface Leaf {
  readonly document: { readonly _id: string; readonly [field: string]: unknown };
  /** From the revision itself back to the oldest known one. */
  readonly ancestry: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Maximum number of steps, that is of names in different places, that get columns; after that,
 * documents are sent whole.
 */
const MOST_STEPS = 20_000;
/**
 * Maximum size of the words that a stream remembers, in characters: the server holds them in memory
 * for each download.
 */
const MOST_REMEMBERED = 400_000;
/**
 * Maximum number of documents in a block. The first block has one document, the next one two, and
 * so on up to this: on a connection that breaks after a few kilobytes, every attempt delivers some
 * complete documents. Twice this number would save 1 % of the size.
 */
const MOST_DOCUMENTS = 1_024;
/** A block is built in memory: it ends when its values have this number of characters. */
const MOST_CHARACTERS = 1_000_000;
/** The assumed size of a number or a boolean. */
const SCALAR_CHARACTERS = 8;

/**
 * The position in a document after some of its fields. Documents with the same names follow the
 * same steps.
 */
class Step {
  /** Column of the field that led here. */
  readonly column: number;
  /** Names of the enclosing objects of the next field, as JSON. */
  readonly path: string;
  readonly values = new Map<string, Step>();
  readonly objects = new Map<string, Step>();
  /** The step after the end of the object that contains these fields. */
  afterObject: Step | null = null;
  /** Number of the shape of documents that end here; null before the first one. */
  shape: number | null = null;

  constructor(path: string, column = 0) {
    this.path = path;
    this.column = column;
  }
}

function isObject(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const name of NO_FIELDS) if (Object.hasOwn(value, name)) return false;
  return true;
}

/**
 * Whether a name is sent outside the shape: every document has it, and an object in columns never
 * has it.
 */
function isApart(name: string): boolean {
  return name === '_id' || name === '_rev';
}

const NEVER_AT_THE_TOP = [...NO_FIELDS].filter((name) => !isApart(name));

function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null
    ? JSON.stringify(value).length
    : SCALAR_CHARACTERS;
}

/** Packs documents of one stream into blocks; one `Unpacker` reads the blocks in order. */
export class Packer {
  readonly #columns = Object.values(COLUMNS).map(() => new ColumnPacker());
  /**
   * Column numbers by the field's path: the names of the enclosing objects and its own, as JSON.
   */
  readonly #columnOf = new Map<string, number>();
  readonly #start = new Step('');
  #wholes: Step | null = null;
  readonly #room: Room = { characters: MOST_REMEMBERED };
  #steps = 0;
  #shapes = 0;
  #newShapes: Shape[] = [];
  #hashes: string[] = [];
  #documents = 0;
  #characters = 0;
  #next = 1;

  /** Adds a document with all its leaves, the winner first. */
  add(leaves: readonly Leaf[]): void {
    for (const [place, leaf] of leaves.entries()) this.#add(leaf, place === 0);
    this.#documents += 1;
  }

  get isEmpty(): boolean {
    return this.#documents === 0;
  }

  /** Whether the block must be taken before another document is added. */
  get isFull(): boolean {
    return this.#documents >= this.#next || this.#characters >= MOST_CHARACTERS;
  }

  /** Returns the block of the documents added since the last call. */
  take(): PackedBlock {
    const columns = this.#columns.map((column) => column.take(this.#room));
    const block = { shapes: this.#newShapes, columns, hashes: this.#hashes.join('') };
    this.#newShapes = [];
    this.#hashes = [];
    this.#documents = 0;
    this.#characters = 0;
    this.#next = Math.min(this.#next * 2, MOST_DOCUMENTS);
    return block;
  }

  #add({ document, ancestry }: Leaf, isFirst: boolean): void {
    const id = document._id;
    const time = timeIn(id);
    const hashes = ancestry.map((rev) => rev.slice(rev.indexOf('-') + 1));
    const isUsual = hashes.every(({ length }) => length === HASH_DIGITS);
    if (isUsual) this.#hashes.push(...hashes);
    this.#put(COLUMNS.id, isFirst ? id : '', 0);
    this.#put(COLUMNS.generation, generationOf(ancestry[0] ?? ''), 0);
    this.#put(COLUMNS.ancestry, isUsual ? hashes.length : hashes, 0);
    const isWhole =
      this.#steps > MOST_STEPS || NEVER_AT_THE_TOP.some((name) => Object.hasOwn(document, name));
    const last = isWhole ? this.#whole(document) : this.#follow(this.#start, document, time);
    this.#characters += hashes.length * HASH_DIGITS;
    if (last.shape === null) {
      last.shape = this.#shapes;
      this.#shapes += 1;
      this.#newShapes.push(isWhole ? last.column : this.#shapeOf(document, ''));
    }
    this.#put(COLUMNS.shape, last.shape, 0);
  }

  #put(column: number, value: unknown, time: number): void {
    this.#columns[column]?.add(value, time);
    this.#characters += charactersOf(value);
  }

  /** Sends a document as one value. */
  #whole({ _id, _rev, ...fields }: Fields): Step {
    this.#wholes ??= new Step('', this.#columnAt('whole'));
    this.#put(this.#wholes.column, fields, 0);
    return this.#wholes;
  }

  /**
   * Puts the values into their columns; returns the step at which a document with these names ends.
   */
  #follow(from: Step, fields: Fields, time: number): Step {
    let at = from;
    for (const name in fields) {
      if (isApart(name)) continue;
      const value = fields[name];
      if (isObject(value)) {
        const inside = at.objects.get(name) ?? this.#newStep(at, name, true);
        const end = this.#follow(inside, value, time);
        end.afterObject ??= new Step(at.path);
        at = end.afterObject;
      } else {
        at = at.values.get(name) ?? this.#newStep(at, name, false);
        this.#put(at.column, value, time);
      }
    }
    return at;
  }

  #newStep(before: Step, name: string, isInside: boolean): Step {
    const below = before.path + JSON.stringify(name);
    const step = isInside ? new Step(below) : new Step(before.path, this.#columnAt(below));
    (isInside ? before.objects : before.values).set(name, step);
    this.#steps += 1;
    return step;
  }

  #columnAt(path: string): number {
    let number = this.#columnOf.get(path);
    if (number === undefined) {
      number = this.#columns.length;
      this.#columns.push(new ColumnPacker());
      this.#columnOf.set(path, number);
    }
    return number;
  }

  #shapeOf(fields: Fields, path: string): Shape {
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => {
        if (isApart(name)) return [];
        const below = path + JSON.stringify(name);
        return [[name, isObject(value) ? this.#shapeOf(value, below) : this.#columnAt(below)]];
      }),
    );
  }
}
