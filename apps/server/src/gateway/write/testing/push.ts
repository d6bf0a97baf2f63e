import type { PushedRow } from '@crece/contract';
import type { Gateway } from '../../testing/a-gateway.ts';
import { pushBody } from './carried.ts';

/** For each row `ok` or the reason of the refusal, in their order. */
export function outcomes(rows: readonly PushedRow[]): string[] {
  return rows.map((row) => ('ok' in row ? 'ok' : row.reason));
}

/** Pushes documents as our phones do; returns the rows. */
export async function pushed(gateway: Gateway, docs: readonly unknown[]): Promise<PushedRow[]> {
  const answer = await gateway.post('/_bulk_docs', pushBody(docs));
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as PushedRow[];
}

/** Pushes documents as our phones do; returns the outcomes. */
export async function pushedOutcomes(
  gateway: Gateway,
  docs: readonly unknown[],
): Promise<string[]> {
  return outcomes(await pushed(gateway, docs));
}
