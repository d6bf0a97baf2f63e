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
}

const KEY = 'crece.referral';
const STATES: readonly State[] = ['waits', 'sent', 'dropped', 'refused'];
const DAY_MS = 86_400_000;
/** So long an answer waits for a connection, and so long afterwards its line is shown. */
export const KEPT_DAYS = 30;
/** A wrong tap can be taken back for so long before the answer leaves. */
export const TAKE_BACK_MS = 8_000;

function isKept(value: unknown): value is KeptAnswer {
  const { slip, code, outcome, day, place, at, state } = Object(value) as Partial<KeptAnswer>;
  return (
    typeof slip === 'string' &&
    typeof code === 'string' &&
    CLINIC_OUTCOMES.some((each) => each === outcome) &&
    typeof day === 'string' &&
    isIsoDate(day) &&
    (place === undefined || typeof place === 'string') &&
    typeof at === 'number' &&
    STATES.some((each) => each === state)
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
    const most = answer.state === 'dropped' ? 2 * KEPT_DAYS : KEPT_DAYS;
    return answer.state === 'waits' || givenFor(answer, now) <= most * DAY_MS;
  });
}

/**
 * The answers after a try that failed: what has waited too long is dropped. Only then, because a clock
 * that is put right may make an answer of a minute ago look old.
 */
export function afterFailure(answers: readonly KeptAnswer[], now: number): readonly KeptAnswer[] {
  return answers.map((answer) =>
    answer.state === 'waits' && givenFor(answer, now) > KEPT_DAYS * DAY_MS
      ? settled(answer, 'dropped')
      : answer,
  );
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
