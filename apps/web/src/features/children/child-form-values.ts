import type { Checked, CheckedChildFields, ChildCode } from '@crece/domain';
import { type Child, type ChildDraft, checkChild, type IsoDate } from '@crece/domain';

/** How the person knows the age. */
export type AgeBy = 'date' | 'months';

/** Everything the child form types: the draft, and which of the two ages counts. */
export type ChildFormValues = { [Name in keyof ChildDraft]: string } & { ageBy: string };

/** The draft that counts: only the age that is shown, so a forgotten one never wins. */
function countedDraft({ ageBy, ...draft }: ChildFormValues): ChildDraft {
  return ageBy === 'months' ? { ...draft, birthDate: '' } : { ...draft, ageMonths: '' };
}

/**
 * Checks the form; "age required" is told at the age field that is shown. `previous` is the stored
 * child when it is being edited.
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
