import type { PushedRow } from '@crece/contract';
import type { Gateway } from '../../testing/a-gateway.ts';
import { pushBody } from './carried.ts';

/** `ok`, or why each document was refused, in their order. */
export function outcomes(rows: readonly PushedRow[]): string[] {
  return rows.map((row) => ('ok' in row ? 'ok' : row.reason));
}

/** Pushes documents as our phones do; answers the rows. */
export async function pushed(gateway: Gateway, docs: readonly unknown[]): Promise<PushedRow[]> {
  const answer = await gateway.post('/_bulk_docs', pushBody(docs));
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as PushedRow[];
}

/** The same, as outcomes. */
export async function pushedOutcomes(
  gateway: Gateway,
  docs: readonly unknown[],
): Promise<string[]> {
  return outcomes(await pushed(gateway, docs));
}
