/**
 * Lists up to this many rows are added up at once; longer ones only as far as the person scrolls.
 */
const ADDED_UP_AT_ONCE = 500;

/**
 * The start offset of each of many rows. A row's height is requested only when a row after it is
 * needed: of ten thousand search results, about twenty are.
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

  /** Heights of this row and the following ones are requested again. */
  measuredFrom(index: number): void {
    this.#starts.splice(index + 1);
    if (this.#count <= ADDED_UP_AT_ONCE) this.#reach(this.#count);
  }

  /** Upper edge of a row; for `count`, the lower edge of the last one. */
  startOf(index: number): number {
    this.#reach(index);
    return this.#starts[index] ?? 0;
  }

  /** Index of the last row that starts at or above an offset from the first one. */
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

  /** Height of all rows; each row not reached yet counts as `rest`. */
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
