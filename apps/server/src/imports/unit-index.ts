import { type Child, readDocument, timeZoneOfUnit } from '@crece/domain';
import { namesKey } from '@crece/imports';
import type { DocumentStore } from '../store/document-store.ts';
import type { WorkFile } from './work-file.ts';

const CHILDREN = { from: 'chld_', to: 'chld_\uffff' } as const;
const SCREENINGS = { from: 'scr_', to: 'scr_\uffff' } as const;
const AT_ONCE = 1_000;

const DATE_LENGTH = 'YYYY-MM-DD'.length;

function kinOf(child: Child) {
  const { birthDate, birthDateEstimated, mother = null } = child;
  const isEstimated = birthDateEstimated === true;
  return { name: namesKey(child), birthDate, isEstimated, mother };
}

/**
 * Indexes a unit in the work file: its children by id and by names, its screenings by child. An unreadable child is indexed by its id only.
 */
export async function indexUnit(
  work: WorkFile,
  store: Pick<DocumentStore, 'list'>,
  stakeDB: string,
  signal: AbortSignal,
): Promise<void> {
  const context = { timeZone: timeZoneOfUnit(stakeDB) };
  work.dropUnit();
  let added = 0;
  // Waiting for the store inside a transaction is harmless, because nobody else writes this file.
  work.begin();
  const next = () => {
    added += 1;
    if (added % AT_ONCE === 0) signal.throwIfAborted();
  };
  try {
    for await (const document of store.list(CHILDREN)) {
      const read = readDocument(document, context);
      work.addChild(document._id, read.kind === 'child' ? kinOf(read.child) : null);
      next();
    }
    for await (const document of store.list(SCREENINGS)) {
      const day = document['surveyDate'];
      work.addScreening(
        document._id,
        String(document['owner']),
        typeof day === 'string' ? day.slice(0, DATE_LENGTH) : null,
      );
      next();
    }
  } finally {
    work.commit();
  }
  work.indexUnit();
}
