import type { Checked, CheckedChildFields, ChildCode } from '@crece/domain';
import { type Child, type ChildDraft, checkChild, draftOfChild, type IsoDate } from '@crece/domain';

/** How the person enters the age. */
export type AgeBy = 'date' | 'months';

/** All values of the child form: the draft, and which of the two age fields counts. */
export type ChildFormValues = { [Name in keyof ChildDraft]: string } & { ageBy: string };

/** The values with which the form of a stored child begins. */
export const valuesOfChild = (child: Child): ChildFormValues => ({
  ...draftOfChild(child),
  ageBy: 'date',
});

/** The draft with only the visible age field, so that a hidden value is never used. */
function countedDraft({ ageBy, ...draft }: ChildFormValues): ChildDraft {
  return ageBy === 'months' ? { ...draft, birthDate: '' } : { ...draft, ageMonths: '' };
}

/**
 * Checks the form. "Age required" is reported at the visible age field. `previous` is the stored
 * child when it is edited.
 */
export function checkChildForm(
  values: ChildFormValues,
  today: IsoDate,
  previous?: Child,
): Checked<CheckedChildFields, ChildCode> {
  const checked = checkChild(countedDraft(values), today, previous);
  if (checked.ok || values.ageBy !== 'months') return checked;
  return {
    ok: false,
    issues: checked.issues.map((issue) =>
      issue.code === 'age-required' ? { ...issue, field: 'ageMonths' } : issue,
    ),
  };
}
