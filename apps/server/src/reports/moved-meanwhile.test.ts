import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_CATALOGUE } from '@crece/domain/catalogue-data';
import { aChild, aMother, aScreening } from '@crece/domain/testing';
import { reportUnits } from '@crece/reports';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { makeExport } from '../exports/export-work.ts';
import type { JobContext, JobEnd } from '../jobs/job-kind.ts';
import { Mover } from '../moved/mover.ts';
import type { Stores } from '../store/document-store.ts';
import { aFolder, aStores } from '../testing/test-app.ts';
import { makePreview } from './preview-work.ts';
import type { ReportParameters } from './report-request.ts';
import { makeReport } from './report-work.ts';

const COUNTRY = { scope: 'country', countryCode: 'GTM' } as const;
const [EARLIER = '', LATER = ''] = reportUnits(BUILT_IN_CATALOGUE, COUNTRY).map(
  ({ stakeDB }) => stakeDB,
);
const AT = new Date('2026-11-28T10:00:00.000Z');
const PARAMETERS: ReportParameters = {
  stakeDB: EARLIER,
  cCode: 'GTM',
  scopeType: 'country',
  sortField: 'firstName',
  language: 'en',
  csvType: 'all',
  monthSelect: 6,
  format: 'csv',
  retired: 'with',
};

const idIn = (kind: 'chld' | 'scr' | 'mthr', unit: string, place: number) =>
  `${kind}_${unit}_${1_748_880_000_000 + place}_aaaaaa`;

/** Ana and Rosa in the one unit, Eva in both; `between` is called when the later one is read. */
async function open(home: string) {
  const stores = await aStores();
  const notes = await stores.open('sys_accounts');
  const mover = new Mover({
    ...{ stores, notes, clock: () => AT, log: { error: () => undefined } },
    erased: { refresh: async () => undefined, has: () => false },
    audit: { recordOnce: async () => true },
    onWritten: async () => undefined,
  });
  for (const [place, unit] of [EARLIER, LATER].entries()) {
    const _id = idIn('chld', unit, place);
    await (await stores.open(`unit_${unit}`)).write([{ ...aChild({ _id, firstName: 'Eva' }) }]);
  }
  await (await stores.open(`unit_${home}`)).write([
    { ...aChild({ _id: idIn('chld', home, 7), firstName: 'Ana' }) },
    { ...aScreening({ _id: idIn('scr', home, 7), owner: idIn('chld', home, 7) }) },
    { ...aMother({ _id: idIn('mthr', home, 7), firstName: 'Rosa' }) },
  ]);
  const move = async (childId: string, from: string, to: string) => {
    const asked = { from, childId, to, who: 'ben', by: 'Ben', address: null };
    expect(await mover.move(asked)).toMatchObject({ ok: true });
  };
  const moveBoth = async (from: string, to: string) => {
    await move(idIn('chld', from, 7), from, to);
    await move(idIn('mthr', from, 7), from, to);
  };
  return { stores, moveBoth };
}

/** The databases of a job, with something that happens each time before the later unit is read. */
function contextOn(stores: Stores, before: () => Promise<void>): JobContext {
  const [folder, filesFolder] = [aFolder(), aFolder()];
  const watched = new Proxy(stores, {
    get(target, name) {
      if (name === 'has') {
        return async (database: string) => {
          if (database === `unit_${LATER}`) await before();
          return target.has(database);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const nothing = () => undefined;
  return {
    job: { id: 'job', owner: 'a', username: 'ana', language: 'en' },
    ...{ attempt: 1, checkpoint: null, stores: watched, dataDir: folder, folder, filesFolder },
    ...{ clock: () => AT, signal: new AbortController().signal, expect: nothing },
    ...{ progress: nothing, problem: nothing, remember: async () => undefined },
  };
}

const once = (act: () => Promise<void>) => {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await act();
  };
};

const textIn = ({ filesFolder }: JobContext, { file }: JobEnd) =>
  readFileSync(join(filesFolder, file?.name ?? ''), 'utf8');

function namesIn(text: string): string[] {
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
  return rows.map((row) => `${row['firstName']} ${row['stake db name'] ?? ''}`.trim());
}

describe.each([
  { way: 'back to a unit that was read already', from: LATER, to: EARLIER },
  { way: 'on to the unit that is read next', from: EARLIER, to: LATER },
])('somebody who moves $way while a file about a country is made', ({ from, to }) => {
  const eva = [`Eva ${EARLIER}`, `Eva ${LATER}`];

  it('the child stands in the report once, with its screening, where it lives then', async () => {
    const { stores, moveBoth } = await open(from);
    const context = contextOn(
      stores,
      once(() => moveBoth(from, to)),
    );
    const end = await makeReport(context, PARAMETERS);
    expect(namesIn(textIn(context, end)).sort()).toEqual([`Ana ${to}`, ...eva].sort());
    expect(end.result).toMatchObject({ rows: 3 });
  });

  it('the woman stands in the report of women once', async () => {
    const { stores, moveBoth } = await open(from);
    const context = contextOn(
      stores,
      once(() => moveBoth(from, to)),
    );
    const end = await makeReport(context, { ...PARAMETERS, csvType: 'women' });
    expect(namesIn(textIn(context, end))).toEqual(['Rosa']);
  });

  it('the preview counts the child once', async () => {
    const { stores, moveBoth } = await open(from);
    const context = contextOn(
      stores,
      once(() => moveBoth(from, to)),
    );
    const { result } = await makePreview(context, { ...PARAMETERS, limit: 5 });
    expect(result).toMatchObject({ count: 3, children: 3 });
  });

  it('the child stands in an export once', async () => {
    const { stores, moveBoth } = await open(from);
    const context = contextOn(
      stores,
      once(() => moveBoth(from, to)),
    );
    const { stakeDB, cCode, scopeType } = PARAMETERS;
    const asked = { stakeDB, cCode, scopeType, exportFormat: 'anthro', screenings: 'newest' };
    const end = await makeExport(context, asked as Parameters<typeof makeExport>[1]);
    expect(textIn(context, end).trim().split('\n').length).toBe(2);
  });
});

describe('a preview during which children never cease to move', () => {
  it('says so, instead of figures that are wrong', async () => {
    const { stores, moveBoth } = await open(LATER);
    let moves = 0;
    const context = contextOn(stores, async () => {
      moves += 1;
      await (moves % 2 === 1 ? moveBoth(LATER, EARLIER) : moveBoth(EARLIER, LATER));
    });
    await expect(makePreview(context, { ...PARAMETERS, limit: 5 })).rejects.toMatchObject({
      code: 'moving',
    });
  });
});
