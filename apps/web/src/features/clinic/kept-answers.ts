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

/** The answers as they are now: what waited too long is dropped, and what is long over forgotten. */
export function withoutOld(answers: readonly KeptAnswer[], now: number): readonly KeptAnswer[] {
  return answers.flatMap((answer) => {
    const days = (now - answer.at) / DAY_MS;
    if (answer.state === 'waits') return [days > KEPT_DAYS ? settled(answer, 'dropped') : answer];
    const most = answer.state === 'dropped' ? 2 * KEPT_DAYS : KEPT_DAYS;
    return days > most ? [] : [answer];
  });
}

/** What this phone keeps, the newest first. */
export function readAnswers(now: number): readonly KeptAnswer[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return withoutOld(Array.isArray(stored) ? stored.filter(isKept) : [], now);
  } catch {
    // Storage is switched off, or something else wrote there.
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
