import type { Translator } from '@crece/messages';
import { StorageError } from '@crece/storage';
import type { SyncFault } from '@crece/storage/sync';

type Speaker = Pick<Translator, 't'>;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** From which unit on a duration is told in it: 90 minutes are no hour yet, 40 hours no day. */
const SPANS = [
  { key: 'sync.days', from: 2 * DAY_MS, unit: DAY_MS },
  { key: 'sync.hours', from: 2 * HOUR_MS, unit: HOUR_MS },
  { key: 'sync.minutes', from: 2 * MINUTE_MS, unit: MINUTE_MS },
] as const;

/** A length of time in plain words: `45 seconds`, `12 minutes`, `3 hours`, `730 days`. */
export function durationText({ t }: Speaker, milliseconds: number): string {
  const length = Math.abs(milliseconds);
  const span = SPANS.find(({ from }) => length >= from);
  return span === undefined
    ? t('sync.seconds', { count: Math.ceil(length / SECOND_MS) })
    : t(span.key, { count: Math.floor(length / span.unit) });
}

/** Reasons with words of their own: no answer at all, and refusals of a whole request. */
const REASONS = [
  'no-response',
  'server',
  'session-ended',
  'unauthorized',
  'forbidden',
  'role',
  'unit',
  'too-large',
  'unavailable',
] as const;

const STORAGE = ['full-disk', 'closed'] as const;

/** Why a run ended, in one or two sentences. */
export function faultText(
  { t }: Speaker,
  { code, reason, cause }: Pick<SyncFault, 'code' | 'reason' | 'cause'>,
): string {
  if (code === 'no-response' || code === 'server') return t(`sync.fault.${code}`);
  if (code === 'storage') {
    const known = STORAGE.find((each) => cause instanceof StorageError && cause.code === each);
    return t(`sync.fault.${known ?? 'storage'}`);
  }
  const known = REASONS.find((each) => each === reason);
  if (known !== undefined) return t(`sync.fault.${known}`);
  return t('sync.fault.other', { code: reason ?? code });
}

/** From this difference of clocks on it is shown (decisions, section 1). */
const CLOCK_SHOWN_MS = 10 * MINUTE_MS;

/** What is wrong with this device's clock by the server's; `null` when nothing is to be said. */
export function clockText(speaker: Speaker, difference: number | null): string | null {
  if (difference === null || Math.abs(difference) <= CLOCK_SHOWN_MS) return null;
  const length = durationText(speaker, difference);
  return speaker.t(difference > 0 ? 'sync.clock-behind' : 'sync.clock-ahead', { length });
}
