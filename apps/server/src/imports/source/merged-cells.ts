import type { SourceCell } from '@crece/imports';
import { MAX_COLUMNS, MAX_MERGES } from './limits.ts';
import { isBlank, RefusedFile } from './source-row.ts';

/** A column, counted from 0, over several rows, counted from 1. */
interface Merge {
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

/**
 * Cells of one column that are merged over several rows: a sheet shows their content beside each of the
 * rows, and the file holds it in the first. Rows must be asked for in their order.
 */
export class MergedCells {
  readonly #from = new Map<number, Omit<Merge, 'first'>[]>();
  readonly #open = new Map<number, { readonly last: number; readonly cell: SourceCell }>();
  #count = 0;

  add({ column, first, last }: Merge): void {
    if (last <= first || column >= MAX_COLUMNS) return;
    this.#count += 1;
    if (this.#count > MAX_MERGES) throw new RefusedFile('workbook-too-many-cells');
    const known = this.#from.get(first);
    if (known === undefined) this.#from.set(first, [{ column, last }]);
    else known.push({ column, last });
  }

  /** The cells of a row with what is merged into them; a row of nothing else stays blank. */
  in(row: number, cells: SourceCell[]): SourceCell[] {
    for (const { column, last } of this.#from.get(row) ?? []) {
      this.#open.set(column, { last, cell: cells[column] ?? null });
    }
    if (this.#open.size === 0 || cells.every(isBlank)) return cells;
    const filled = [...cells];
    for (const [column, { last, cell }] of this.#open) {
      if (row > last) this.#open.delete(column);
      else if (isBlank(filled[column] ?? null)) {
        while (filled.length < column) filled.push(null);
        filled[column] = cell;
      }
    }
    return filled;
  }
}
