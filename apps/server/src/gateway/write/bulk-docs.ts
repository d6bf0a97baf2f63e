import { type PushedRow, SYNC_FROM_FILE_HEADER } from '@crece/contract';
import { can, REMOVAL_RIGHTS } from '@crece/domain';
import type { FastifyRequest } from 'fastify';
import { tally } from '../../base/tally.ts';
import { SyncRefused } from '../../http/sync-refusals.ts';
import { BadBatch, BatchParser } from '../body/batch-parser.ts';
import { piecesOf } from '../body/read-json.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import type { UnitRequest } from '../unit-request.ts';
import { IncomingPush, type PushEffects, TRANSACTION_BYTES } from './incoming-push.ts';
import { withoutHome } from './moves.ts';

/** A child with every possible field takes some 2 KB, and 1,000 ancestors another 35 KB. */
export const MAX_DOCUMENT_BYTES = 256 * 1_024;
/**
 * Many times 10,000 documents of the largest size seen; at most three transactions of it are in
 * memory.
 */
export const MAX_BODY_BYTES = 128 * 1_048_576;
/**
 * How many bytes are held while the body has not said `new_edits: false` (PouchDB says it at the
 * end). In a longer body it is assumed. That is harmless if wrong, because every accepted document
 * names its own revision and its ancestors.
 */
const HELD_BYTES = TRANSACTION_BYTES;

export type PushServices = Pick<
  GatewayParts,
  | 'pushLog'
  | 'removalLog'
  | 'leapLog'
  | 'epoch'
  | 'audit'
  | 'hasRoom'
  | 'stores'
  | 'mover'
  | 'joiner'
  | 'clinicAnswers'
>;

function effectsOf(
  unit: UnitRequest,
  { pushLog, removalLog, leapLog, epoch, audit, stores, mover, clinicAnswers }: PushServices,
  { from, isFromFile }: { from: string; isFromFile: boolean },
): PushEffects {
  const { stakeDB, store, account, accountId, place, username } = unit;
  return {
    async offer(revisions, deletions, decisions) {
      const noted = { stakeDB, unit: store, username, from, deletions, decisions };
      const isNoted = deletions.length + decisions.length > 0;
      const told = isNoted ? await removalLog.offer(noted) : null;
      const note = await pushLog.offer({
        stakeDB,
        accountId,
        username,
        revisions,
        isFromFile,
      });
      return async ({ taken, removed, decided, knownDeletions, putBack }) => {
        note(taken);
        await told?.({ removed: [...removed, ...decided], known: knownDeletions });
        for (const detail of putBack) {
          await audit.record({
            what: 'record-put-back',
            who: username,
            whom: stakeDB,
            from,
            detail,
          });
        }
      };
    },
    brought: (ids) => pushLog.broughtBy({ stakeDB, accountId, ids }),
    mayLeap: (leaps) => leapLog.decide({ stakeDB, username, from, leaps }),
    withoutHome: (revisions) => withoutHome(stores, revisions),
    follow: (ids) =>
      mover.follow({ stakeDB, ids, mayRemove: can(account, REMOVAL_RIGHTS.chld, place) }),
    arrived: (documents) => clinicAnswers.arrived(stakeDB, documents),
    advanced: (newest) => epoch.advanced(stakeDB, store, newest),
  };
}

const PUSHED = tally('crece_pushed_records_total');

function counted(rows: readonly PushedRow[]): readonly PushedRow[] {
  for (const row of rows) {
    if ('ok' in row) PUSHED.add(1);
    else tally('crece_refused_records_total', { reason: row.reason }).add(1);
  }
  return rows;
}

/**
 * Takes the body of `_bulk_docs` while it arrives. What is written stays written when the body is
 * cut or the right is taken away; offering it again changes nothing.
 */
export async function takeBulkDocs(
  request: FastifyRequest,
  unit: UnitRequest,
  services: PushServices,
): Promise<readonly PushedRow[]> {
  if (!services.hasRoom()) throw new SyncRefused('unavailable');
  const parser = new BatchParser({ maxDocumentBytes: MAX_DOCUMENT_BYTES });
  const isFromFile = request.headers[SYNC_FROM_FILE_HEADER] === '1';
  const push = new IncomingPush(unit, effectsOf(unit, services, { from: request.ip, isFromFile }));
  let bytes = 0;
  try {
    for await (const chunk of piecesOf(request, MAX_BODY_BYTES)) {
      bytes += chunk.length;
      const items = parser.push(chunk);
      if (parser.newEdits === true) throw new SyncRefused('bad-request');
      const mayWrite = parser.newEdits === false || bytes > HELD_BYTES;
      for (const item of items) await push.add(item, mayWrite);
    }
    parser.end();
  } catch (error) {
    throw error instanceof BadBatch ? new SyncRefused('bad-request') : error;
  }
  // With `new_edits: true` the server would make the revisions; phones and replicators send their
  // own.
  if (parser.newEdits !== false) throw new SyncRefused('bad-request');
  const rows = await push.finish();
  services.joiner.arrived(unit.stakeDB);
  return counted(rows);
}
