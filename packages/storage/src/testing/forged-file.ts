import { lineOf } from '../engine/backup/entries.ts';
import { headerOf, SALT_BYTES } from '../engine/backup/format.ts';
import { type Backup, openBackup } from '../engine/backup/index.ts';
import { deriveKey } from '../engine/backup/passphrase.ts';
import { SealedWriter } from '../engine/backup/sealed-writer.ts';
import type { Engine } from '../engine/core/engine.ts';
import type { CarriedDocument } from '../unit/records/carried-document.ts';
import { hashOf } from './carried.ts';

const CODE = '482109375564102';
const MADE_AT = '2025-05-10T15:00:00.000Z';

/** A file that somebody made without any account: a code of their own, and any revisions. */
export async function forgedFile(
  stakeDB: string,
  documents: readonly CarriedDocument[],
): Promise<Backup> {
  const header = headerOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const writer = new SealedWriter(header, await deriveKey(CODE, header));
  await writer.add(lineOf({ kind: 'backup', madeAt: MADE_AT }));
  await writer.add(lineOf({ kind: 'unit', stakeDB, devices: ['x'], madeHere: [] }));
  for (const document of documents) await writer.add(lineOf({ kind: 'revision', document }));
  const answer = await openBackup(await writer.finish(), CODE);
  if (!answer.ok) throw new Error(answer.code);
  return answer.backup;
}

/** A version on top of what a phone has, signed by another one. */
export async function nextVersion(
  { store }: Engine,
  id: string,
  letter: string,
  different: object,
): Promise<CarriedDocument> {
  const [leaf] = await store.leaves(id);
  if (leaf === undefined) throw new Error(`no record ${id}`);
  const { start, ids } = leaf._revisions;
  const hash = hashOf(letter);
  const _revisions = { start: start + 1, ids: [hash, ...ids] };
  return { ...leaf, device: 'x', ...different, _rev: `${start + 1}-${hash}`, _revisions };
}
