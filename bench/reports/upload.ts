import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { unitStoreName } from '../../apps/server/src/gateway/unit-place.ts';
import { fileDigestOf, importFile } from '../../apps/server/src/imports/import-file.ts';
import { openDataStores } from '../../apps/server/src/start/data-folder.ts';
import type { Measurement } from '../measure.ts';

const ROWS = 10_000;
const UNIT = 'test_stake_gtm';
const OBVIOUS_UNIT = 'test_stake_hnd';
const NOW = new Date('2026-02-28T18:00:00.000Z');
const HEADER = 'nombre,apellido,sexo,fecha de nacimiento,fecha,peso,talla,muac,teléfono,madre\n';

/** A file with half as many children, and two screenings each. */
function aFile(folder: string): string {
  const lines = Array.from({ length: ROWS }, (_none, row) => {
    const child = Math.floor(row / 2);
    const birth = `2024-0${1 + (child % 9)}-1${child % 10}`;
    const screening = `2025-0${1 + (row % 2) * 3 + (child % 3)}-05`;
    const measures = `${7 + (child % 30) / 10},${66 + (child % 80) / 10},${12 + (child % 30) / 10}`;
    const sex = child % 2 === 0 ? 'niño' : 'niña';
    return `Niño ${child},Xol ${child % 977},${sex},${birth},${screening},${measures},5550 1234,Ana\n`;
  });
  const path = join(folder, 'upload.csv');
  writeFileSync(path, HEADER + lines.join(''));
  return path;
}

type Stores = Awaited<ReturnType<typeof openDataStores>>;

async function importOnce(stores: Stores, dataDir: string, path: string, isDryRun: boolean) {
  const started = performance.now();
  const result = await importFile(
    {
      importId: `bench${started}`,
      path,
      fileDigest: await fileDigestOf(path),
      stakeDB: UNIT,
      isDryRun,
      answers: {},
      mapping: {},
      accountId: 'bench',
      username: 'bench',
      author: 'bench',
      now: NOW,
    },
    {
      stores,
      dataDir,
      signal: new AbortController().signal,
      progress: () => undefined,
      onFault: (error) => {
        throw error;
      },
    },
    async () => undefined,
  );
  if (result.rejected > 0) throw new Error('rows of the bench were rejected');
  return performance.now() - started;
}

/**
 * A simple implementation: reads the whole file and writes child and screening of each row without
 * checks and searches.
 */
async function obvious(stores: Stores, path: string): Promise<number> {
  const started = performance.now();
  const store = await stores.open(unitStoreName(OBVIOUS_UNIT));
  const rows: Record<string, string>[] = parse(readFileSync(path), { columns: true });
  for (const [number, row] of rows.entries()) {
    await store.write([
      { _id: `chld_${OBVIOUS_UNIT}_1748880000000_${number}`, ...row },
      { _id: `scr_${OBVIOUS_UNIT}_1748880000000_${number}`, ...row },
    ]);
  }
  return performance.now() - started;
}

/** An upload of 10,000 rows: checked, imported, and imported again. */
export async function upload(): Promise<Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crece-bench-upload-'));
  const stores = await openDataStores(dataDir);
  try {
    const path = aFile(dataDir);
    const checked = await importOnce(stores, dataDir, path, true);
    const imported = await importOnce(stores, dataDir, path, false);
    const again = await importOnce(stores, dataDir, path, false);
    const baseline = {
      what: 'writing each row as it stands, without checks',
      ms: await obvious(stores, path),
    };
    const handled = { count: ROWS, name: 'rows' };
    return [
      { what: 'upload of 10,000 rows: check', ms: checked, samples: 1, handled },
      { what: 'upload of 10,000 rows: import', ms: imported, samples: 1, handled, baseline },
      { what: 'the same file once more: nothing changes', ms: again, samples: 1, handled },
    ];
  } finally {
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
