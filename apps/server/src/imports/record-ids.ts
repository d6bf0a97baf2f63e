import { createHash } from 'node:crypto';

/**
 * The instant in such an id is artificial and never read; these records contain their own dates.
 */
const INSTANTS_FROM = 1_000_000_000_000;
const RANDOM_LENGTH = 6;

/**
 * Ids of records that the file does not name. They are the same for the same file and row, so that
 * a second run writes the same records instead of adding others.
 */
export function recordIds(
  stakeDB: string,
  fileDigest: string,
): (kind: 'chld' | 'scr', row: number) => string {
  return (kind, row) => {
    const digest = createHash('sha256').update(`${fileDigest}:${kind}:${row}`).digest();
    const part = digest.readBigUInt64BE().toString(36).slice(-RANDOM_LENGTH);
    return `${kind}_${stakeDB}_${INSTANTS_FROM + row}_${part.padStart(RANDOM_LENGTH, '0')}`;
  };
}
