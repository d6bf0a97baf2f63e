import {
  type Child,
  compareWithTold,
  type IsoDate,
  namesWhere,
  newestScreening,
  SCREENING_TABLE,
  type Screening,
  type ScreeningWithDifference,
} from '@crece/domain';
import type { ChildFile, Choice, Task } from '@crece/storage';
import type { Question } from './questions.ts';
import { chosenFields, readFields, type SideContext } from './read-side.ts';

/** The outcome of a value: the screening as it would be assessed with that value. */
export interface OutcomeOfValue {
  readonly screening: Screening;
  readonly reading: ScreeningWithDifference;
}

/**
 * Fields whose outcome is always shown, even when it is the same on both sides. A comment matters
 * only when it contains an age.
 */
const DECIDES: ReadonlySet<Question['name']> = new Set<Question['name']>([
  // What became of a referral changes no figure.
  ...namesWhere(SCREENING_TABLE, { by: 'person', decides: true } as const).filter(
    (name) => name !== 'comments',
  ),
  'birthDate',
  'gender',
]);

function assessed(screening: Screening, child: Child, all: readonly Screening[]): OutcomeOfValue {
  return { screening, reading: compareWithTold(screening, child, all) };
}

/**
 * The outcome of a choice, by the rules of saving: for a screening its own result, for a child the
 * result of the newest screening. Null when nothing can be computed or nothing depends on the
 * choice.
 */
export function outcomeOfChoice(
  task: Pick<Task, 'id' | 'first' | 'second'>,
  choice: Choice,
  file: ChildFile | null,
  context: SideContext & { readonly today: IsoDate },
): OutcomeOfValue | null {
  const record = readFields(chosenFields(task, choice), context);
  if (record.kind === 'screening' && file !== null) {
    return assessed(record.screening, file.child, file.screenings);
  }
  if (record.kind === 'child' && file !== null) {
    const newest = newestScreening(file.screenings, context.today);
    return newest === null ? null : assessed(newest, record.child, file.screenings);
  }
  return null;
}

/** Whether two outcomes need the same care: same verdict, MUAC band, oedema and supplement. */
export function isSameCare(
  { reading: a }: OutcomeOfValue,
  { reading: b }: OutcomeOfValue,
): boolean {
  return (
    a.zscoreStatus === b.zscoreStatus &&
    a.muacBand === b.muacBand &&
    a.includesSwelling === b.includesSwelling &&
    a.supType === b.supType
  );
}

/**
 * Whether to show the outcomes beside a question's values: they differ, or the field is one of
 * `DECIDES`.
 */
export function isWorthShowing(question: Question, a: OutcomeOfValue, b: OutcomeOfValue): boolean {
  return DECIDES.has(question.name) || !isSameCare(a, b);
}
