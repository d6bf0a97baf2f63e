import { type Column, DAY_MS } from './format.ts';

/** Longer values are not remembered. */
const LONGEST_WORD = 100;
/** What a word costs in memory besides its text, in characters. */
const ENTRY = 20;
const DATE_CHARACTERS = 10;

/** What a stream may still remember, in characters. */
export interface Room {
  characters: number;
}

/** Milliseconds of a date or an instant that is written in full, as `toISOString` writes it; else null. */
function exactTime(value: unknown, characters: number): number | null {
  if (typeof value !== 'string' || value.length !== characters) return null;
  const ms = Date.parse(value);
  if (Number.isNaN(ms)) return null;
  return new Date(ms).toISOString().slice(0, characters) === value ? ms : null;
}

/** Values after the times of their documents, when all of them are written so. */
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

/** One column of a stream: the values of the block that is being made, and its words. */
export class ColumnPacker {
  /** Places of strings, numbers, truth values and null; of lists by their JSON. */
  readonly #words = new Map<unknown, number>();
  readonly #lists = new Map<unknown, number>();
  #values: unknown[] = [];
  #times: number[] = [];

  /** `time`: that of the document's id. */
  add(value: unknown, time: number): void {
    this.#values.push(value);
    this.#times.push(time);
  }

  /** Ends the block: its column in the shortest of the forms. */
  take(room: Room): Column {
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

  /** Null when most of the values are new: such words would hardly be asked for. */
  #asWords(values: readonly unknown[], room: Room): Column {
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
