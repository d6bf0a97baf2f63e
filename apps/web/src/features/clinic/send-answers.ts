import { REFERRAL_PATH } from '@crece/contract';
import { askedPause } from '@crece/storage/retry-policy';
import { givenFor, type KeptAnswer, TAKE_BACK_MS } from './kept-answers.ts';

/** The server refuses what is no answer at all; everything else is tried again. */
const REFUSALS = [400, 413, 422];
/** A line that is silent for so long carries nothing, in milliseconds. */
const SILENCE_MS = 30_000;

/** What became of a try; `later` may say in how many milliseconds the server wants the next one. */
export type Sent = { kind: 'sent' | 'refused' } | { kind: 'later'; askedMs: number | null };

/** Those that may leave now: a tap can be taken back before. */
export const toSend = (answers: readonly KeptAnswer[], now: number): readonly KeptAnswer[] =>
  answers.filter((answer) => answer.state === 'waits' && givenFor(answer, now) >= TAKE_BACK_MS);

/** Sends one answer, until `signal` ends it. */
export async function sendAnswer(answer: KeptAnswer, signal: AbortSignal): Promise<Sent> {
  const { slip, outcome, day, place } = answer;
  const silent = new AbortController();
  const end = () => silent.abort();
  const timer = setTimeout(end, SILENCE_MS);
  signal.addEventListener('abort', end, { once: true });
  try {
    const reply = await fetch(REFERRAL_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slip, outcome, day, ...(place !== undefined && { place }) }),
      credentials: 'omit',
      signal: silent.signal,
    });
    // What is never read to its end keeps the connection.
    await reply.text().catch(() => undefined);
    const { ok, status, headers } = reply;
    if (ok) return { kind: 'sent' };
    if (REFUSALS.includes(status)) return { kind: 'refused' };
    return { kind: 'later', askedMs: askedPause(headers.get('retry-after'), new Date()) };
  } catch {
    // Without a connection.
    return { kind: 'later', askedMs: null };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
