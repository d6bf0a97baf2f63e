import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RowReport } from '@crece/imports';
import { onTestFinished } from 'vitest';
import { createBackground } from '../../base/background.ts';
import { openErasedRegister } from '../../erased/register.ts';
import { openPushLog } from '../../gateway/push-log.ts';
import { unitStoreName } from '../../gateway/unit-place.ts';
import type { StoredDocument, Stores } from '../../store/document-store.ts';
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import { aFolder } from '../../testing/test-app.ts';
import { openJournal } from '../journal.ts';
import { type ImportTask, type ImportTools, runImport } from '../run-import.ts';
import type { FileScan } from '../scan.ts';
import { WorkFile } from '../work-file.ts';
import { NOW, UNIT } from './import-facts.ts';

export { NOW, UNIT } from './import-facts.ts';

export interface ImportedFile {
  readonly scan: FileScan;
  readonly counts: ReturnType<WorkFile['counts']>;
  readonly reports: readonly RowReport[];
}

async function sqliteStores(dir: string): Promise<Stores> {
  const stores = await openSqliteStores({ dir });
  onTestFinished(() => stores.close());
  return stores;
}

/** Databases (in files unless others are given) into which tests import files. */
export async function aPlace(given?: Stores) {
  const dir = aFolder();
  const stores = given ?? (await sqliteStores(dir));
  const background = createBackground((error) => {
    throw error;
  });
  onTestFinished(() => background.settled());
  const pushLog = await openPushLog({ stores, clock: () => NOW, background });
  const journal = await openJournal(stores);
  const erased = await openErasedRegister(stores);

  /**
   * Imports a file with these bytes; `task` overrides the usual options. `work`: the name of a work file,
   * with which the next call goes on.
   */
  async function importBytes(
    bytes: Buffer | string,
    task: Partial<ImportTask> = {},
    {
      signal = new AbortController().signal,
      work: workName = randomBytes(6).toString('hex'),
      progress = () => undefined,
    }: Partial<Pick<ImportTools, 'signal' | 'progress'> & { work: string }> = {},
  ): Promise<ImportedFile> {
    const path = join(dir, `${randomBytes(6).toString('hex')}.upload`);
    writeFileSync(path, bytes);
    const work = new WorkFile(join(dir, `${workName}.work`));
    try {
      const scan = await runImport(
        {
          importId: randomBytes(6).toString('hex'),
          path,
          fileDigest: createHash('sha256').update(bytes).digest('hex'),
          stakeDB: UNIT,
          isDryRun: false,
          answers: {},
          mapping: {},
          accountId: 'acc_1',
          username: 'sofia',
          author: 'Sofía Pérez',
          now: NOW,
          ...task,
        },
        { stores, work, journal, pushLog, erased, signal, progress },
      );
      return { scan, counts: work.counts(), reports: [...work.reports()] };
    } finally {
      work.close();
    }
  }

  /** The stored documents of a unit, by id. */
  async function documents(stakeDB = UNIT): Promise<StoredDocument[]> {
    const store = await stores.open(unitStoreName(stakeDB));
    const found: StoredDocument[] = [];
    for await (const document of store.list()) found.push(document);
    return found;
  }

  return { dir, stores, journal, pushLog, erased, importBytes, documents };
}
