import { addDays, CLINIC_OUTCOMES, type ClinicAnswer, firstOfSlip, isIsoDate } from '@crece/domain';

type Outcome = ClinicAnswer['outcome'];

/** `dropped`: it waited too long for a connection; `refused`: the server would not read it. */
type State = 'waits' | 'sent' | 'dropped' | 'refused';

/** An answer as this phone keeps it. It names no child. */
export interface KeptAnswer {
  /** The slip's number; of an answer that waits no longer its first letters. */
  readonly slip: string;
  /** The letters that say the answer on paper. */
  readonly code: string;
  readonly outcome: Outcome;
  readonly day: string;
  readonly place?: string;
  /** When it was given, in milliseconds since 1970. */
  readonly at: number;
  readonly state: State;
  /** When the last try failed, in milliseconds since 1970; absent: none has. */
  readonly failed?: number;
  /** How long it has waited for sure, in milliseconds; absent: not at all. */
  readonly waited?: number;
}

const KEY = 'crece.referral';
const STATES: readonly State[] = ['waits', 'sent', 'dropped', 'refused'];
const DAY_MS = 86_400_000;
/** So long an answer waits for a connection, and so long afterwards its line is shown. */
export const KEPT_DAYS = 30;
/** Of the time between two tries no more counts as waiting: the rest may be a clock that was put right. */
const MOST_BETWEEN_TRIES_MS = DAY_MS;
/** A wrong tap can be taken back for so long before the answer leaves. */
export const TAKE_BACK_MS = 8_000;

function isKept(value: unknown): value is KeptAnswer {
  const { slip, code, outcome, day, place, at, state, failed, waited } = Object(
    value,
  ) as Partial<KeptAnswer>;
  return (
    typeof slip === 'string' &&
    typeof code === 'string' &&
    CLINIC_OUTCOMES.some((each) => each === outcome) &&
    typeof day === 'string' &&
    isIsoDate(day) &&
    (place === undefined || typeof place === 'string') &&
    typeof at === 'number' &&
    STATES.some((each) => each === state) &&
    [failed, waited].every((each) => each === undefined || typeof each === 'number')
  );
}

/** An answer that waits no longer, without the number that opens the slip. */
export const settled = (answer: KeptAnswer, state: Exclude<State, 'waits'>): KeptAnswer => ({
  ...answer,
  slip: firstOfSlip(answer.slip),
  state,
});

/** How long ago an answer was given, in milliseconds; a clock that was put back makes nothing younger. */
export const givenFor = ({ at }: KeptAnswer, now: number): number => Math.abs(now - at);

/** The answers without those that are long over. What waits is never forgotten. */
export function withoutOld(answers: readonly KeptAnswer[], now: number): readonly KeptAnswer[] {
  return answers.filter((answer) => {
    const { state, at, failed = at } = answer;
    const since = state === 'dropped' ? failed : at;
    return state === 'waits' || Math.abs(now - since) <= KEPT_DAYS * DAY_MS;
  });
}

/**
 * The answers after a try that failed: what has waited too long is dropped. Its age is counted from try
 * to try, because a clock that is put right by months makes an answer of a minute ago look old: then
 * one day counts, and nothing where it was put back.
 */
export function afterFailure(answers: readonly KeptAnswer[], now: number): readonly KeptAnswer[] {
  return answers.map((answer) => {
    const { state, at, failed = at, waited = 0 } = answer;
    if (state !== 'waits') return answer;
    const step = Math.min(Math.max(now - failed, 0), MOST_BETWEEN_TRIES_MS);
    const tried = { ...answer, failed: now, waited: waited + step };
    return tried.waited > KEPT_DAYS * DAY_MS ? settled(tried, 'dropped') : tried;
  });
}

/** What this phone keeps, the newest first; null where the browser lets nothing be read. */
export function readAnswers(now: number): readonly KeptAnswer[] | null {
  let text: string;
  try {
    text = localStorage.getItem(KEY) ?? '[]';
  } catch {
    return null;
  }
  try {
    const stored: unknown = JSON.parse(text);
    return withoutOld(Array.isArray(stored) ? stored.filter(isKept) : [], now);
  } catch {
    // Something else wrote there.
    return [];
  }
}

/** Keeps the answers; false where the browser stores nothing. */
export function keepAnswers(answers: readonly KeptAnswer[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(answers));
    return true;
  } catch {
    return false;
  }
}

/** The last day that an answer may have: clocks of two phones differ by a day. */
export const lastDay = (today: string): string => addDays(today, 1);
