import {
  type ClinicAnswer,
  canonical,
  checkDocument,
  clinicAnswerRefusal,
  type IsoDate,
  readClinicAnswers,
  readDocument,
  sameContent,
  timeZoneOfUnit,
  withClinicAnswer,
} from '@crece/domain';
import { nextStamp } from '@crece/replication';
import type { DraftDocument, StoredDocument } from '../store/document-store.ts';

/** What a record says of the device that wrote it, after the holder of a slip has answered. */
export const SLIP_DEVICE = 'slip';

/** Why an answer changes nothing. */
export type SlipRefusal = 'refused' | 'full' | 'known';

type Answer = Pick<ClinicAnswer, 'outcome' | 'day' | 'place'>;

/** Fields that a revision of the holder of a slip may differ in from the one before. */
const MAY_DIFFER: ReadonlySet<string> = new Set(['clinicAnswers', 'device', 'stamp']);

/**
 * Whether a revision does what the holder of a slip may do, and nothing else: the answers that were
 * there stay, struck ones struck; at most one is new; no other field of the record differs.
 */
export function isOnlyAnAnswer(before: object, after: object): boolean {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of fields) {
    if (MAY_DIFFER.has(name)) continue;
    if (!sameContent(Reflect.get(before, name), Reflect.get(after, name))) return false;
  }
  const had = readClinicAnswers(Reflect.get(before, 'clinicAnswers')) ?? [];
  const has = readClinicAnswers(Reflect.get(after, 'clinicAnswers')) ?? [];
  const isKept = had.every((one) =>
    has.some(
      ({ outcome, day, place, struck }) =>
        outcome === one.outcome &&
        day === one.day &&
        struck === one.struck &&
        (one.place === undefined || place === one.place),
    ),
  );
  return isKept && has.length <= had.length + 1;
}

/** The day of a screening, as it is read; null for any other document. */
export function surveyDateOf(stakeDB: string, document: StoredDocument): IsoDate | null {
  const read = readDocument(document, { timeZone: timeZoneOfUnit(stakeDB) });
  return read.kind === 'screening' ? read.screening.surveyDate : null;
}

/**
 * The next revision of a screening with a clinic's answer, or why there is none. An answer with the
 * outcome and day of one that is there adds its place at most, so a slip makes few revisions.
 *
 * @param came the unit, and the day there on which the answer came
 */
export function answeredBySlip(
  stored: StoredDocument,
  { outcome, day, place }: Answer,
  { stakeDB, today }: { readonly stakeDB: string; readonly today: IsoDate },
): DraftDocument | SlipRefusal {
  const surveyDate = surveyDateOf(stakeDB, stored);
  if (surveyDate === null) return 'refused';
  const answer = { outcome, day, ...(place === undefined ? {} : { place }) };
  if (clinicAnswerRefusal(answer, surveyDate, today) !== null) return 'refused';
  const known = readClinicAnswers(stored['clinicAnswers']);
  const same = known?.find((each) => each.outcome === outcome && each.day === day);
  if (same !== undefined && (same.place !== undefined || place === undefined)) return 'known';
  const clinicAnswers = withClinicAnswer(known, answer);
  if (clinicAnswers === null) return 'full';
  if (clinicAnswers === known) return 'known';
  const content = { ...stored, clinicAnswers };
  const draft = canonical({
    ...content,
    device: SLIP_DEVICE,
    stamp: nextStamp(content, stored),
  }) as DraftDocument;
  return checkDocument(draft).ok && isOnlyAnAnswer(stored, draft) ? draft : 'refused';
}
