/**
 * A simple implementation of the same file, in a separate process so that its memory can be
 * measured: reads all records of all units, makes one text of all rows, and writes it. Prints
 * milliseconds and peak MB. `node obvious.ts <data folder> <file>`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { timeZoneOfCountry, todayIn } from '@crece/domain';
import { collectUnit, reportAnswers, reportRows, reportTitles, reportUnits } from '@crece/reports';
import { csvHead, csvRows } from '@crece/reports/csv';
import { openCatalogue } from '../../apps/server/src/catalogue/catalogue-store.ts';
import { openDataStores } from '../../apps/server/src/start/data-folder.ts';
import { COUNTRY } from './country.ts';

const [dataDir = '', file = ''] = process.argv.slice(2);

async function everything(): Promise<string> {
  const stores = await openDataStores(dataDir);
  const { catalogue } = await (await openCatalogue(stores, null)).current();
  const units = reportUnits(catalogue, { scope: 'country', countryCode: COUNTRY });
  const read = [];
  for (const unit of units) {
    const documents: unknown[] = [];
    for await (const document of (await stores.open(`unit_${unit.stakeDB}`)).list()) {
      documents.push(document);
    }
    read.push({ unit, documents });
  }
  await stores.close();
  const lineOf = csvRows(reportAnswers('en'));
  const today = todayIn(timeZoneOfCountry(COUNTRY), new Date());
  const lines = read.flatMap(({ unit, documents }) =>
    [...reportRows('all', collectUnit(unit, documents), { today, language: 'en' })].map((row) =>
      lineOf(row),
    ),
  );
  return csvHead(reportTitles('all', 'en')) + lines.join('');
}

const start = performance.now();
writeFileSync(file, await everything());
const ms = Math.round(performance.now() - start);
const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
process.stdout.write(`${ms} ${Math.round(Number(peak ?? Number.NaN) / 1024)}\n`);
