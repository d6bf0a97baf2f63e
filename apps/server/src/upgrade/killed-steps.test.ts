import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { contentOf } from '../backup/testing/a-data-folder.ts';
import {
  DATA_VERSION,
  OWN_BUILD,
  readDataState,
  writeDataState,
} from '../settings/data-version.ts';
import { openDataStores } from '../start/data-folder.ts';
import { ACCOUNTS_DATABASE } from '../store/store-names.ts';
import { QUICK_START } from '../testing/bare-environment.ts';
import { shortOrDeep } from '../testing/deep.ts';
import { programFile } from '../testing/programs.ts';
import { STEPS } from './steps.ts';
import { takeSteps, undoSteps } from './take-steps.ts';
import { OLD_BUILDS, oldData } from './testing/old-data.ts';

const SCRIPT = programFile('killed-steps');
const UNITS = ['unit_coban_stake_gtm', 'unit_test_stake_gtm'];
/** Every so many moments one kill. */
const STRIDE = shortOrDeep(13, 3);

/** Runs the script; how many moments there were, or null when it was killed. */
function killedAt(dataDir: string, what: 'take' | 'undo', moment: number): number | null {
  const { signal, stdout, stderr } = spawnSync(
    process.execPath,
    [...QUICK_START, SCRIPT, dataDir, what, `${moment}`],
    {
      encoding: 'utf8',
    },
  );
  if (signal === 'SIGKILL') return null;
  if (stdout === '') throw new Error(stderr);
  return Number(stdout);
}

/** What must never change: records with their versions, accounts, and who is signed in. */
async function kept(dataDir: string) {
  const stores = await openDataStores(dataDir);
  const sessions = new Set<string>();
  for await (const { _id } of (await stores.open(ACCOUNTS_DATABASE)).listLocal('session_')) {
    sessions.add(_id.slice(-32));
  }
  await stores.close();
  const accounts = (await contentOf(dataDir, ACCOUNTS_DATABASE)).filter((each) =>
    /"_id":"(?:user|name|email)_/.test(each),
  );
  const units = [];
  for (const unit of UNITS) units.push(await contentOf(dataDir, unit));
  return { sessions: [...sessions].sort(), accounts, units };
}

/** The tables, indexes and triggers of all databases, as SQLite has them. */
function schemasIn(dataDir: string): unknown[] {
  return ['system', ...UNITS.map((name) => `units/${name.slice('unit_'.length)}`)].map((name) => {
    const database = new DatabaseSync(join(dataDir, 'databases', `${name}.sqlite`));
    try {
      return database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
    } finally {
      database.close();
    }
  });
}

async function onStores<T>(
  dataDir: string,
  act: (parts: Parameters<typeof undoSteps>[0]) => Promise<T>,
): Promise<T> {
  const stores = await openDataStores(dataDir);
  try {
    const clock = () => new Date();
    return await act({ stores, dataDir, clock, steps: STEPS, say: () => undefined });
  } finally {
    await stores.close();
  }
}

/** Old data whose upgrade has begun. */
async function begun(build: (typeof OLD_BUILDS)[number]) {
  const { dataDir } = await oldData(build);
  const schemas = schemasIn(dataDir);
  const before = await kept(dataDir);
  await onStores(dataDir, async ({ stores }) => {
    const former = { version: 0, build: null, since: null };
    const state = { version: 0, build: OWN_BUILD, since: null, before: [former], mayStep: true };
    await writeDataState(await stores.open(ACCOUNTS_DATABASE), state, undefined);
  });
  return { dataDir, before, schemas };
}

describe.each(OLD_BUILDS)(
  'steps on data of build %s that are killed',
  { timeout: 600_000 },
  (build) => {
    it('are completed by the next start, and lose nothing', async () => {
      for (let moment = 1, isKilled = true; isKilled; moment += STRIDE) {
        const { dataDir, before } = await begun(build);
        isKilled = killedAt(dataDir, 'take', moment) === null;
        expect(await kept(dataDir)).toEqual(before);
        await onStores(dataDir, (parts) => takeSteps(parts, false));
        expect(await kept(dataDir)).toEqual(before);
        await onStores(dataDir, async ({ stores }) => {
          const store = await stores.open(ACCOUNTS_DATABASE);
          expect((await readDataState(store))?.state.version).toBe(DATA_VERSION);
        });
      }
    });

    it('are undone by the next try, which leaves the files as that build made them', async () => {
      for (let moment = 1, isKilled = true; isKilled; moment += STRIDE) {
        const { dataDir, before, schemas } = await begun(build);
        await onStores(dataDir, (parts) => takeSteps(parts, false));
        expect(schemasIn(dataDir)).not.toEqual(schemas);
        isKilled = killedAt(dataDir, 'undo', moment) === null;
        if (isKilled) await onStores(dataDir, undoSteps);
        expect(schemasIn(dataDir)).toEqual(schemas);
        expect(await kept(dataDir)).toEqual(before);
      }
    });
  },
);
