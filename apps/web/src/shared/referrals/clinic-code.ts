import {
  answerOfCode,
  type ClinicAnswer,
  type ClinicAnswerRefusal,
  clinicAnswerRefusal,
  type IsoDate,
  readAnswerCode,
  readDocument,
  type Screening,
} from '@crece/domain';
import type { OpenUnit } from '../../data/units.tsx';

/** Why a clinic's code cannot be taken. */
export type CodeRefusal = ClinicAnswerRefusal | 'not-a-code' | 'no-slip';

/** What a clinic's code says, and of which screening. */
export type CodeFound =
  | {
      readonly kind: 'answer';
      readonly screeningId: string;
      readonly childId: string;
      readonly answer: Pick<ClinicAnswer, 'outcome' | 'day'>;
    }
  | { readonly kind: 'refused'; readonly why: CodeRefusal };

interface UnitSlip {
  readonly slip: string;
  readonly surveyDate: IsoDate;
  readonly screeningId: string;
  readonly childId: string;
}

type SlipUnit = Pick<OpenUnit, 'timeZone'> & {
  readonly local: Pick<OpenUnit['local'], 'documents'>;
};

const slipsIn = ({ _id, owner, surveyDate, slip = [] }: Screening): readonly UnitSlip[] =>
  slip.map((each) => ({ slip: each, surveyDate, screeningId: _id, childId: owner }));

/** Every slip of the unit's screenings. */
async function slipsOf({ local, timeZone }: SlipUnit): Promise<readonly UnitSlip[]> {
  const documents = await local.documents();
  return documents.flatMap((document) => {
    // Nearly all have none: only the others are worth reading whole.
    if (typeof document !== 'object' || document === null || !('slip' in document)) return [];
    const read = readDocument(document, { timeZone });
    return read.kind === 'screening' ? slipsIn(read.screening) : [];
  });
}

/**
 * Finds the screening of a unit to which a clinic's code answers. `near`: looked at first, because the
 * whole unit takes longer.
 */
export async function findByCode(
  unit: SlipUnit,
  text: string,
  today: IsoDate,
  near: readonly Screening[] = [],
): Promise<CodeFound> {
  const code = readAnswerCode(text);
  if (code === null) return { kind: 'refused', why: 'not-a-code' };
  const found =
    answerOfCode(code, near.flatMap(slipsIn)) ?? answerOfCode(code, await slipsOf(unit));
  if (found === null) return { kind: 'refused', why: 'no-slip' };
  const { of, outcome, day } = found;
  const why = clinicAnswerRefusal({ day }, of.surveyDate, today);
  if (why !== null) return { kind: 'refused', why };
  const { screeningId, childId } = of;
  return { kind: 'answer', screeningId, childId, answer: { outcome, day } };
}
