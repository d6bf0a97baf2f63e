import { readFileSync } from 'node:fs';

/**
 * Rows of a golden file in this package's `test-data`, by column name. No cell contains a comma.
 */
export function readGolden(fileName: string): readonly Readonly<Record<string, string>>[] {
  const text = readFileSync(new URL(`../../test-data/${fileName}`, import.meta.url), 'utf8');
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const columns = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}
