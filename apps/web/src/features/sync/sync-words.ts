import type { ErrorCode, SyncRefusal } from '@crece/contract';
import type { Translator } from '@crece/messages';
import { StorageError } from '@crece/storage';
import type { SyncFault } from '@crece/storage/sync';
import { HttpError } from '../../api/http.ts';

type Speaker = Pick<Translator, 't'>;

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** From which length on a duration uses each unit: 90 minutes stay minutes, 40 hours stay hours. */
const SPANS = [
  { key: 'sync.days', from: 2 * DAY_MS, unit: DAY_MS },
  { key: 'sync.hours', from: 2 * HOUR_MS, unit: HOUR_MS },
  { key: 'lock.minutes', from: 2 * MINUTE_MS, unit: MINUTE_MS },
] as const;

/** A duration in words: `45 seconds`, `12 minutes`, `3 hours`, `730 days`. */
export function durationText({ t }: Speaker, milliseconds: number): string {
  const length = Math.abs(milliseconds);
  const span = SPANS.find(({ from }) => length >= from);
  return span === undefined
    ? t('sync.seconds', { count: Math.ceil(length / SECOND_MS) })
    : t(span.key, { count: Math.floor(length / span.unit) });
}

/** Reasons with their own sentence: refusals of a whole request. */
const REASONS = [
  'session-ended',
  'unauthorized',
  'forbidden',
  'role',
  'unit',
  'too-large',
] as const satisfies readonly (SyncRefusal | ErrorCode)[];

const STORAGE = ['full-disk', 'closed'] as const;

/** The server's own sentence about refused credentials; `null` when it gave none. */
export const saidOf = ({ cause }: Pick<SyncFault, 'cause'>): string | null =>
  cause instanceof HttpError ? cause.said : null;

/**
 * The parts of a fault that are shown. After the way through an address, the reason says which
 * fault it was.
 */
type ToldFault = Pick<SyncFault, 'code' | 'reason' | 'status' | 'cause'> & {
  said?: string | null;
  record?: string | null;
};

/** Why a run ended and, when it helps, what to do, in one or two sentences. */
export function faultText({ t }: Speaker, fault: ToldFault): string {
  const { code, reason, status, cause, said = saidOf(fault), record = null } = fault;
  if (code === 'no-response' || reason === 'no-response') return t('sync.fault.no-response');
  if (record !== null)
    return t('sync.fault.line-limit', { named: record === '' ? 'no' : 'yes', name: record });
  if (code === 'foreign' || reason === 'foreign') return t('sync.fault.foreign');
  if (code === 'server' || reason === 'server') {
    return status === null ? t('sync.fault.unusable') : t('sync.fault.server', { status });
  }
  if (code === 'storage') {
    const known = STORAGE.find((each) => cause instanceof StorageError && cause.code === each);
    return t(`sync.fault.${known ?? 'storage'}`);
  }
  const known = REASONS.find((each) => each === reason);
  if (known !== undefined) return t(`sync.fault.${known}`);
  if (reason === 'refused') return said ?? t('sync.fault.other', { code: status ?? reason });
  return t('sync.fault.other', { code: reason ?? code });
}

/**
 * Statuses with which the server asks to wait: too many requests, or its databases are not
 * available.
 */
const BUSY: readonly (number | null)[] = [429, 503];

/** Why a run waits, and how long until its next retry. */
export function waitText(
  { t }: Speaker,
  fault: Pick<SyncFault, 'code' | 'status'> | null,
  time: string,
): string {
  const { code, status } = fault ?? { code: 'no-response', status: null };
  if (code === 'no-response') return t('sync.retry-in', { time });
  if (code === 'foreign') return t('sync.retry-foreign', { time });
  if (status === null) return t('sync.retry-unusable', { time });
  return t(BUSY.includes(status) ? 'sync.retry-busy' : 'sync.retry-server', { status, time });
}

/** A clock difference from this value on is shown (decisions, section 1). */
const CLOCK_SHOWN_MS = 10 * MINUTE_MS;

/**
 * How this device's clock differs from the server's, in words; `null` when there is nothing to
 * report.
 */
export function clockText(speaker: Speaker, difference: number | null): string | null {
  if (difference === null || Math.abs(difference) <= CLOCK_SHOWN_MS) return null;
  const length = durationText(speaker, difference);
  return speaker.t(difference > 0 ? 'sync.clock-behind' : 'sync.clock-ahead', { length });
}
