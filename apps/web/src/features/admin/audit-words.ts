import {
  AUDIT_EVENTS,
  type AuditEvent,
  type AuditLine,
  isOfFailedJob,
  isOfPlace,
} from '@crece/contract';
import { findUnit } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { personText } from './erasure-words.ts';

export const isAuditEvent = (what: string): what is AuditEvent =>
  AUDIT_EVENTS.some((event) => event === what);

/** What the page shows as one: an entry, or the removals of one act. */
export interface LogEntry {
  readonly line: AuditLine;
  /** What the log stores besides names, each once. */
  readonly details: readonly string[];
}

/** Events of which the log has one entry for each record. */
const OF_RECORDS = ['record-removed', 'record-put-back'] as const;
const isOfRecords = (what: string): what is (typeof OF_RECORDS)[number] =>
  OF_RECORDS.some((event) => event === what);

/** A child and its screenings reach the server within this time. */
const ONE_ACT_MS = 60_000;

/** Whether two entries, the newer first, are of one act of a person. */
function isSameAct(newer: AuditLine, older: AuditLine): boolean {
  const same = ['what', 'who', 'whom', 'from'] as const;
  return (
    isOfRecords(newer.what) &&
    same.every((field) => newer[field] === older[field]) &&
    Date.parse(newer.at) - Date.parse(older.at) <= ONE_ACT_MS
  );
}

/** The entries of a page, newest first; a child that was removed with its screenings is one. */
export function logEntries(lines: readonly AuditLine[]): readonly LogEntry[] {
  const shown: (LogEntry & { oldest: AuditLine })[] = [];
  for (const line of lines) {
    const last = shown.at(-1);
    const details = line.detail === '' ? [] : [line.detail];
    if (last !== undefined && isSameAct(last.oldest, line)) {
      const all = [...new Set([...last.details, ...details])];
      shown[shown.length - 1] = { line: last.line, details: all, oldest: line };
    } else {
      shown.push({ line, details, oldest: line });
    }
  }
  return shown;
}

/** The kinds of records by the beginning of their ids, in the order in which they are named. */
const KINDS = { chld: 'child', scr: 'screening', mthr: 'mother' } as const;

/** "a child and 4 screenings", by the ids of the records. */
function useRecordWords(): (ids: readonly string[]) => string {
  const { t, list } = useMessages();
  return (ids) => {
    const counts = Object.entries(KINDS).map(([prefix, kind]) => ({
      kind,
      count: ids.filter((id) => id.startsWith(`${prefix}_`)).length,
    }));
    const known = counts.reduce((sum, { count }) => sum + count, 0);
    const named = counts
      .filter(({ count }) => count > 0)
      .map(({ kind, count }) => t(`admin.records.${kind}`, { count }));
    return list([
      ...named,
      ...(known < ids.length || ids.length === 0
        ? [t('admin.records.other', { count: ids.length - known })]
        : []),
    ]);
  };
}

/** The name of a place by what the log calls it: a unit's database, a country's code, or `all`. */
function usePlaceName(): (name: string) => string {
  const { t } = useMessages();
  const places = usePlaces();
  const label = useCountryLabel();
  return (name) => {
    if (name === 'all') return t('admin.whom-everywhere');
    const country = places?.countries.find(({ code }) => code === name);
    if (country !== undefined) return label(country);
    return (places === null ? null : findUnit(places, name)?.unit.stakeName) ?? name;
  };
}

/** Events of a stranger with a name that no account has: the log does not store such names. */
const isAboutUnknown = (what: AuditEvent): what is 'sign-in-failed' | 'password-reset-asked' =>
  what === 'sign-in-failed' || what === 'password-reset-asked';

/** Events that are written at the end of a job, whether it was well or not. */
const OF_JOBS = ['report-made', 'records-imported', 'records-converted'] as const;
const isOfJob = (what: string): what is (typeof OF_JOBS)[number] =>
  OF_JOBS.some((event) => event === what);

/** What became of an uploaded file: the log stores a check and an undoing as the same event. */
function uploadEvent(detail: string) {
  if (detail.startsWith('dry run')) return 'records-imported-checked';
  return detail.startsWith('undo of ') ? 'records-imported-undone' : 'records-imported';
}

/** The sentence about a job: whoever reads the log must not take for done what failed. */
function jobSentence(what: (typeof OF_JOBS)[number], [detail = '']: readonly string[]) {
  const event = what === 'records-imported' ? uploadEvent(detail) : what;
  const sentence = `admin.event.${event}` as const;
  return isOfFailedJob(detail) ? (`${sentence}-failed` as const) : sentence;
}

/** Describes an entry of the audit log in one sentence, with the names of people and places. */
export function useAuditSentence(): (entry: LogEntry) => string {
  const { t } = useMessages();
  const placeName = usePlaceName();
  const recordWords = useRecordWords();
  const person = (username: string, name: string | null | undefined) =>
    personText({ t }, username, name);
  return ({ line: { what, who, whom, from, whoName, whomName }, details }) => {
    // Without a network address it was the command line or the server itself; without a name, a
    // stranger.
    const nobody = from === null ? t('admin.actor-server') : t('admin.actor-stranger');
    const object = (name: string) => (isOfPlace(what) ? placeName(name) : person(name, whomName));
    const params = {
      who: who === null ? nobody : person(who, whoName),
      whom: whom === null ? t('admin.whom-unknown') : object(whom),
    };
    if (!isAuditEvent(what)) return t('admin.event.other', { ...params, what });
    if (isOfRecords(what)) {
      return t(`admin.event.${what}`, { ...params, records: recordWords(details) });
    }
    if (isOfJob(what)) return t(jobSentence(what, details), params);
    const isOwn = whom === null || whom === who;
    if (what === 'password-changed' && isOwn) return t('admin.event.password-changed-own', params);
    if (whom === null && who === null && isAboutUnknown(what)) {
      return t(`admin.event.${what}-unknown`, params);
    }
    return t(`admin.event.${what}`, params);
  };
}
