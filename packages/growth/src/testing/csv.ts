import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A CSV file of this package (`reference/…`, `test-data/…`) as one record per line. */
export function readPackageCsv(path: string): Record<string, string>[] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8');
  const [header = '', ...lines] = text.trim().split('\n');
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, column) => [name, cells[column] ?? '']));
  });
}

/** The sex of a row in WHO's or the golden files' spelling: 1 boy, 2 girl. */
export function sexOfCode(code: string | undefined): 'Boy' | 'Girl' {
  if (code === '1') return 'Boy';
  if (code === '2') return 'Girl';
  throw new Error(`no sex ${code}`);
}
