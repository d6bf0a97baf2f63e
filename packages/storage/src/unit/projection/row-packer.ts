import { NO_STANDING_FACTS, type StoredZScores } from '@crece/domain';
import {
  CHILD,
  type Columns,
  type IdPrefixes,
  type Kind,
  MOTHER,
  NEWEST,
  type Packed,
  SHORTENED,
} from './row-codec.ts';
import type { ChildRow, MotherRow } from './types.ts';

/** An id without the unit's prefix; an id with another prefix is returned unchanged. */
export function shortened(id: string, prefix: string): string {
  return id.startsWith(prefix) ? SHORTENED + id.slice(prefix.length) : id;
}

/** Packs rows of one unit; `words` collects repeated values and must be stored with them. */
export class RowPacker {
  readonly words: unknown[] = [];
  readonly #places = new Map<string, number>();
  readonly #prefixes: IdPrefixes;

  constructor(prefixes: IdPrefixes) {
    this.#prefixes = prefixes;
  }

  child(row: ChildRow): Packed {
    const packed = this.#row(row, CHILD, this.#prefixes.child);
    return row.newest === undefined
      ? packed
      : packed.concat(this.#row(row.newest, NEWEST, this.#prefixes.screening));
  }

  mother(row: MotherRow): Packed {
    return this.#row(row, MOTHER, this.#prefixes.mother);
  }

  #row(row: object, columns: Columns, prefix: string): unknown[] {
    return columns.map(([name, kind]) => {
      const value: unknown = Reflect.get(row, name);
      // `RowUnpacker` puts the facts that say nothing, which are those of most children, back.
      const isLeftOut = value === undefined || value === NO_STANDING_FACTS;
      return isLeftOut ? null : this.#value(value, kind, prefix);
    });
  }

  #value(value: unknown, kind: Kind, prefix: string): unknown {
    if (kind === 'plain') return value;
    if (kind === 'id') return shortened(String(value), prefix);
    if (kind === 'word') return this.#placeOf(value);
    const { ha, wa, wl, ...statuses } = value as StoredZScores;
    return [ha, wa, wl, this.#placeOf(statuses)];
  }

  #placeOf(word: unknown): number {
    const text = JSON.stringify(word);
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.words.push(word);
    this.#places.set(text, this.words.length - 1);
    return this.words.length - 1;
  }
}
