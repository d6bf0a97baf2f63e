import {
  assessScreening,
  type Child,
  type ChildFields,
  emptyScreeningDraft,
  type MotherFields,
  type Screening,
  type ScreeningDraft,
} from '@crece/domain';
import type { ScreeningToSave } from '../unit/writes/types.ts';

const TODAY = '2025-05-10';

/** Marisol, 14 months old on `TODAY`. */
export function childFields(different: Partial<ChildFields> = {}): ChildFields {
  return {
    firstName: 'Marisol',
    lastName: 'Xicay',
    gender: 'Girl',
    birthDate: '2024-03-10',
    memberStatus: 'Yes',
    ward: 'El Centro',
    ...different,
  };
}

export function motherFields(different: Partial<MotherFields> = {}): MotherFields {
  return {
    firstName: 'Rosa',
    lastName: 'Tzul',
    memberStatus: 'Unknown',
    deliveryDate: '2025-08-20',
    ...different,
  };
}

/** What the form would hand to the store: 68.5 cm, 7.1 kg, MUAC 11.9 unless said otherwise. */
export function screeningOf(
  child: Child,
  typed: Partial<ScreeningDraft> = {},
  others: readonly Screening[] = [],
): ScreeningToSave {
  const draft = {
    ...emptyScreeningDraft(TODAY),
    height: '68.5',
    weight: '7.1',
    muac: '11.9',
    ...typed,
  };
  const checked = assessScreening(draft, child, others, TODAY);
  if (!checked.ok) throw new Error(`not a valid screening: ${checked.issues[0]?.code}`);
  const { fields, assessment } = checked.value;
  return { fields, assessment };
}
