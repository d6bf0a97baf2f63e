import { DAY_MS, type PackedColumn } from './format.ts';

/** Longer values do not become words. */
const LONGEST_WORD = 100;
/** Memory cost of a word in addition to its text, in characters. */
const ENTRY = 20;
const DATE_CHARACTERS = 10;

/** What a stream may still remember, in characters. */
export interface Room {
  characters: number;
}

/** Milliseconds of a date or instant written exactly as `toISOString` writes it; otherwise null. */
function exactTime(value: unknown, characters: number): number | null {
  if (typeof value !== 'string' || value.length !== characters) return null;
  const ms = Date.parse(value);
  if (Number.isNaN(ms)) return null;
  return new Date(ms).toISOString().slice(0, characters) === value ? ms : null;
}

/** The values as differences from the times of their documents; null unless all are exact times. */
function differences(
  values: readonly unknown[],
  times: readonly number[],
  { characters, unit }: { characters: number; unit: number },
): number[] | null {
  const found: number[] = [];
  for (const [place, value] of values.entries()) {
    const ms = exactTime(value, characters);
    if (ms === null) return null;
    found.push(Math.floor(ms / unit) - Math.floor((times[place] ?? 0) / unit));
  }
  return found;
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** One column of a stream: the values of the current block and the words of the stream. */
export class ColumnPacker {
  /**
   * Places of strings, numbers, booleans and null; `#lists` has the places of lists, by their JSON.
   */
  readonly #words = new Map<unknown, number>();
  readonly #lists = new Map<unknown, number>();
  #values: unknown[] = [];
  #times: number[] = [];

  /** `time`: the time in the document's id. */
  add(value: unknown, time: number): void {
    this.#values.push(value);
    this.#times.push(time);
  }

  /** Ends the block and returns its column in the shortest form. */
  take(room: Room): PackedColumn {
    const values = this.#values;
    const times = this.#times;
    if (values.length === 0) return null;
    this.#values = [];
    this.#times = [];
    const ms = differences(values, times, {
      characters: '2026-06-01T12:00:00.000Z'.length,
      unit: 1,
    });
    if (ms !== null) return { ms };
    const days = differences(values, times, { characters: DATE_CHARACTERS, unit: DAY_MS });
    if (days !== null) return { days };
    return this.#asWords(values, room) ?? values;
  }

  /** Null when most values are new: such words would hardly ever repeat. */
  #asWords(values: readonly unknown[], room: Room): PackedColumn {
    const fresh: unknown[] = [];
    const at: number[] = [];
    let characters = 0;
    for (const value of values) {
      const isList = Array.isArray(value);
      if (isList ? value.some(isNested) : isNested(value)) return this.#forget(fresh);
      const key = isList ? JSON.stringify(value) : value;
      const words = isList ? this.#lists : this.#words;
      let place = words.get(key);
      if (place === undefined) {
        const length = typeof key === 'string' ? key.length : 0;
        characters += length + ENTRY;
        const isWord = length <= LONGEST_WORD && characters <= room.characters;
        if (!isWord || fresh.length * 2 >= values.length) return this.#forget(fresh);
        place = this.#words.size + this.#lists.size;
        words.set(key, place);
        fresh.push(value);
      }
      at.push(place);
    }
    room.characters -= characters;
    return { new: fresh, at };
  }

  #forget(words: readonly unknown[]): null {
    for (const word of words) {
      if (Array.isArray(word)) this.#lists.delete(JSON.stringify(word));
      else this.#words.delete(word);
    }
    return null;
  }
}
