/** A list of so many rows is added up at once; a longer one as far as somebody scrolls. */
const ADDED_UP_AT_ONCE = 500;

/**
 * Where each of many rows begins, counted from the first. A row is asked for its height when a row
 * behind it is looked at: of ten thousand rows that a search has just found, twenty are.
 */
export class RowStarts {
  readonly #count: number;
  readonly #sizeOf: (index: number) => number;
  /** Start of each row reached so far, and of the one after them. */
  readonly #starts: number[] = [0];

  constructor(count: number, sizeOf: (index: number) => number) {
    this.#count = count;
    this.#sizeOf = sizeOf;
    this.measuredFrom(0);
  }

  /** Rows from this one on are asked for their heights anew. */
  measuredFrom(index: number): void {
    this.#starts.splice(index + 1);
    if (this.#count <= ADDED_UP_AT_ONCE) this.#reach(this.#count);
  }

  /** Upper edge of a row; of `count`, the lower edge of the last one. */
  startOf(index: number): number {
    this.#reach(index);
    return this.#starts[index] ?? 0;
  }

  /** Number of the last row that begins at or above an offset from the first one. */
  indexAt(offset: number): number {
    while (this.#last <= offset && this.#starts.length <= this.#count) this.#reachNext();
    let low = 0;
    let high = Math.min(this.#starts.length, this.#count) - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  /** Height of all rows; those not reached yet count as `rest` each. */
  total(rest: number): number {
    return this.#last + (this.#count + 1 - this.#starts.length) * rest;
  }

  get #last(): number {
    return this.#starts[this.#starts.length - 1] ?? 0;
  }

  #reach(index: number): void {
    while (this.#starts.length <= Math.min(index, this.#count)) this.#reachNext();
  }

  #reachNext(): void {
    this.#starts.push(this.#last + this.#sizeOf(this.#starts.length - 1));
  }
}
