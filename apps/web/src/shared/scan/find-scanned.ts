import {
  answerOfCode,
  CARD_NUMBER_MAX,
  foldText,
  kindOfId,
  readAnswerCode,
  readSlip,
  readSlipFragment,
  unitOfId,
} from '@crece/domain';
import type { ChildRow, MovedRecord } from '@crece/storage';

/** What a scanned or typed text leads to. */
export type Scanned =
  /** One child; with `answer` a clinic's answer about its referral. */
  | { kind: 'child'; id: string; answer?: string }
  /** Several children have the number: a person chooses. */
  | { kind: 'several'; number: string; rows: readonly ChildRow[] }
  /** Of another unit, or of something else; a slip may be of a record that has not arrived yet. */
  | { kind: 'foreign'; mayArrive?: true; mayHaveMoved?: true }
  /** No child here has it; it may also be a clinic's answer about a child of another unit. */
  | { kind: 'unknown'; number: string; mayBeAnswer?: true; mayHaveMoved?: true };

/** What is left to say when no child was opened. `mayHaveMoved`: only the server knows, and was not asked. */
export type UnopenedScan = Exclude<Scanned, { kind: 'child' }>;

interface Here {
  stakeDB: string;
  rows: readonly ChildRow[];
}

const FOREIGN_SLIP: Scanned = { kind: 'foreign', mayArrive: true };
/** Sixteen figures are a programme's number; that a slip has no letter is one chance in a hundred million. */
const ONLY_FIGURES = /^[\d\s-]+$/;

/** A text with a scheme, as `https:` or `WIFI:`: an address, or meant for something else. */
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const OF_CHILD = /\/children\/(?:view|card)\/([^/?#]+)/;

const numbersOf = ({ cardNumber, others = [] }: ChildRow): readonly (string | undefined)[] => [
  cardNumber,
  ...others.map((other) => other.cardNumber),
];

/** The child of a growth card: of this unit, or one that moved here from the card's unit. */
function ofGrowthCard(id: string, { stakeDB, rows }: Here): Scanned {
  if (kindOfId(id) !== 'chld') return { kind: 'foreign' };
  const unit = unitOfId(id);
  // Removed, moved away, merged: the page of the child says which.
  if (unit === stakeDB) return { kind: 'child', id };
  // A moved child keeps the last part of its id; the id of an older system names no unit.
  const here = unit === null ? id : `chld_${stakeDB}${id.slice(`chld_${unit}`.length)}`;
  return rows.some((row) => row.id === here) ? { kind: 'child', id: here } : { kind: 'foreign' };
}

/** A child with its slips: one of the list, or one that moved away. */
export type WithSlips = Pick<ChildRow | MovedRecord, 'id' | 'slips'>;

const rowOfSlip = <Row extends WithSlips>(slip: string, rows: readonly Row[]): Row | undefined =>
  rows.find(({ slips }) => slips?.some(([each]) => each === slip));

/** The child whose screening a clinic's answer is about. */
function ofAnswer(code: string, rows: readonly WithSlips[]): Scanned | null {
  const slips = rows.flatMap(({ id, slips: own = [] }) =>
    own.map(([slip, surveyDate]) => ({ slip, surveyDate, id })),
  );
  const answer = answerOfCode(code, slips);
  return answer === null ? null : { kind: 'child', id: answer.of.id, answer: code };
}

/** What an address leads to: its host is ignored, and it is never opened. */
function ofAddress(text: string, here: Here): Scanned {
  const [, id = ''] = OF_CHILD.exec(text) ?? [];
  try {
    return ofGrowthCard(decodeURIComponent(id), here);
  } catch {
    // An address that nobody wrote with a child's id in it.
    return { kind: 'foreign' };
  }
}

/**
 * Finds whom a scanned or typed text is about, among the children of a unit: a growth card, a referral
 * slip, a clinic's answer, or the programme's own number on the child's card.
 */
export function findScanned(text: string, here: Here): Scanned {
  const typed = text.trim();
  const link = readSlipFragment(typed);
  if (link !== null) {
    const row = rowOfSlip(link.slip, here.rows);
    return row === undefined ? FOREIGN_SLIP : { kind: 'child', id: row.id };
  }
  const number = foldText(typed);
  const rows = here.rows.filter((row) =>
    numbersOf(row).some((each) => each !== undefined && foldText(each) === number),
  );
  const [only, another] = rows;
  if (another !== undefined) return { kind: 'several', number: typed, rows };
  if (only !== undefined) return { kind: 'child', id: only.id };
  // Only now: a programme's number may begin like an address, "PN:0417".
  if (SCHEME.test(typed)) return ofAddress(typed, here);
  const slip = readSlip(typed);
  const ofSlip = slip === null ? undefined : rowOfSlip(slip, here.rows);
  if (ofSlip !== undefined) return { kind: 'child', id: ofSlip.id };
  const code = readAnswerCode(typed);
  const answered = code === null ? null : ofAnswer(code, here.rows);
  if (answered !== null) return answered;
  // A slip opens an answer to whoever has it: it never becomes the number of a card.
  if (slip !== null && !ONLY_FIGURES.test(typed)) return FOREIGN_SLIP;
  if (typed.length > CARD_NUMBER_MAX) return { kind: 'foreign' };
  return { kind: 'unknown', number: typed, ...(code !== null && { mayBeAnswer: true }) };
}

/** Whether a text can be a referral slip or a clinic's answer to one. */
export const isOfReferral = (text: string): boolean =>
  [readSlipFragment, readSlip, readAnswerCode].some((read) => read(text.trim()) !== null);

/**
 * Finds a child that moved away by its slip or a clinic's answer to it; null: none has it. Its page here
 * leads to the one where it lives.
 */
export function findMoved(text: string, moved: readonly WithSlips[]): Scanned | null {
  const typed = text.trim();
  const slip = readSlipFragment(typed)?.slip ?? readSlip(typed);
  const ofSlip = slip === null ? undefined : rowOfSlip(slip, moved);
  if (ofSlip !== undefined) return { kind: 'child', id: ofSlip.id };
  const code = readAnswerCode(typed);
  return code === null ? null : ofAnswer(code, moved);
}
