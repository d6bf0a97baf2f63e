import { readFile, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { SerialDates, SourceCell } from '@crece/imports';
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { readXml } from 'hucre/xml';
import { MAX_COLUMNS, MAX_WORKBOOK_BYTES } from './limits.ts';
import { type FormulaCounts, SheetMarks } from './sheet-marks.ts';
import { RefusedFile, type SheetNames, type SourceQuestion, type SourceRow } from './source-row.ts';
import { checkUnpackedSize, type WorkbookParts, workbookParts } from './unpacked-size.ts';
import { type ListedSheet, readWorkbookPart } from './workbook-part.ts';

/** A workbook ready to be read, or the question which of its sheets is meant. */
export type OpenedWorkbook =
  | {
      readonly ok: true;
      readonly rows: AsyncIterable<SourceRow>;
      readonly sheets: SheetNames;
      readonly serials: SerialDates;
      readonly formulas: FormulaCounts;
    }
  | { readonly ok: false; readonly question: SourceQuestion };

/** More sheets than this are not looked into; the person names one by saving it alone. */
const MOST_SHEETS = 100;
const CELLS_OF_EXAMPLE = 4;

/** A date as ISO text. A time has no time zone there, so only the date is used. */
function cellOf(value: CellValue | undefined): SourceCell {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) {
    const text = Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 19);
    return text.replace('T00:00:00', '').replace('T', ' ');
  }
  return typeof value === 'object' ? String(value) : value;
}

/** The rows of one sheet, with typed dates and numbers. */
async function* sheetRows(
  data: Buffer,
  sheet: string | undefined,
  marks = new SheetMarks(),
): AsyncGenerator<SourceRow> {
  try {
    const options = sheet === undefined ? {} : { sheet };
    for await (const { index, values } of streamXlsxRows(data, options)) {
      yield {
        row: index + 1,
        cells: marks.merged.in(index + 1, values.slice(0, MAX_COLUMNS + 1).map(cellOf)),
        isBroken: false,
        isHidden: marks.isHidden(index + 1),
      };
    }
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    // The file was read from memory, so any error of the reader is a fault of the file.
    throw new RefusedFile('workbook-unreadable', { cause: error });
  }
}

/** A sheet that holds something, with the beginning of its first row. */
interface FilledSheet extends ListedSheet {
  readonly example: string;
}

async function filledSheets(data: Buffer, sheets: readonly ListedSheet[]): Promise<FilledSheet[]> {
  const filled: FilledSheet[] = [];
  for (const sheet of sheets.slice(0, MOST_SHEETS)) {
    for await (const { cells } of sheetRows(data, sheet.name)) {
      const texts = cells.map((cell) => String(cell ?? '').trim()).filter((text) => text !== '');
      if (texts.length === 0) continue;
      filled.push({ ...sheet, example: texts.slice(0, CELLS_OF_EXAMPLE).join(', ') });
      break;
    }
  }
  return filled;
}

/** What the part of a sheet says beside its values. */
async function marksOf(parts: WorkbookParts, sheet: ListedSheet | undefined): Promise<SheetMarks> {
  const marks = new SheetMarks();
  const relations = parts.textOf('xl/_rels/workbook.xml.rels');
  if (sheet === undefined || relations === null) return marks;
  const { data } = readXml(relations, { rowTag: 'Relationship', stripNamespaces: true });
  const target = data.find(({ '@Id': id }) => id === sheet.relation)?.['@Target'];
  const name = posix.resolve('/xl', String(target)).slice(1);
  for await (const bytes of parts.bytesOf(name)) marks.add(bytes);
  return marks;
}

/**
 * Opens a workbook at the sheet that was asked for, else at its only visible sheet that holds
 * anything; with several it asks, and a hidden one is never read unasked. Its uncompressed size is
 * checked before any of it is held in memory.
 */
export async function openWorkbook(
  path: string,
  asked: string | undefined,
): Promise<OpenedWorkbook> {
  if ((await stat(path)).size > MAX_WORKBOOK_BYTES) throw new RefusedFile('workbook-too-large');
  const data = await readFile(path);
  await checkUnpackedSize(data);
  const parts = workbookParts(data);
  if (!parts.names.some((name) => name.startsWith('xl/'))) throw new RefusedFile('no-workbook');
  const { sheets, serials } = readWorkbookPart(parts.textOf('xl/workbook.xml') ?? '');
  const filled = await filledSheets(data, sheets);
  const visible = filled.filter(({ isHidden }) => !isHidden);
  const choice = visible.length > 0 ? visible : filled;
  const isOnly = choice.length === 1 && visible.length === 1;
  const chosen = filled.find(({ name }) => name === asked) ?? (isOnly ? choice[0] : undefined);
  if (chosen === undefined && filled.length > 0) {
    const options = choice.map(({ name }) => name);
    const examples = choice.map(({ name, example }) => ({ row: 1, text: `${name}: ${example}` }));
    const question = { code: 'sheet' as const, options, count: options.length, examples };
    return { ok: false, question };
  }
  const unread = filled.flatMap(({ name }) => (name === chosen?.name ? [] : [name]));
  const marks = await marksOf(parts, chosen);
  return {
    ok: true,
    rows: sheetRows(data, chosen?.name, marks),
    sheets: { read: chosen?.name ?? null, unread },
    serials,
    formulas: marks.formulas,
  };
}
