import { REFERRAL_PATH } from '@crece/contract';
import { type KeptAnswer, settled, TAKE_BACK_MS } from './kept-answers.ts';

/** The server refuses what is no answer at all; everything else is tried again. */
const REFUSALS = [400, 413, 422];

/** Those that may leave now: a tap can be taken back before. */
export const toSend = (answers: readonly KeptAnswer[], now: number): readonly KeptAnswer[] =>
  answers.filter(({ state, at }) => state === 'waits' && now - at >= TAKE_BACK_MS);

/** Sends one answer; unchanged when it has to be sent again later. */
export async function sendAnswer(answer: KeptAnswer): Promise<KeptAnswer> {
  const { slip, outcome, day, place } = answer;
  try {
    const reply = await fetch(REFERRAL_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slip, outcome, day, ...(place !== undefined && { place }) }),
      credentials: 'omit',
    });
    // What is never read to its end keeps the connection.
    await reply.text().catch(() => undefined);
    const { ok, status } = reply;
    if (ok) return settled(answer, 'sent');
    return REFUSALS.includes(status) ? settled(answer, 'refused') : answer;
  } catch {
    // Without a connection.
    return answer;
  }
}
