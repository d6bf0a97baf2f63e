import type { Translator } from '@crece/messages';

/** Columns of the reports that have a word of their own on the screen; the file keeps their names. */
const WORDED = [
  'Country',
  'country',
  'Stake',
  'stake',
  'screen Count',
  'gender',
  'birthdate',
  'idGroup',
  'mother',
  'mothersName',
  'father',
  'phone',
  'address',
  'city',
  'ward',
  'lds',
  'LDS',
  'screenDate',
  'weight',
  'height',
  'age',
  'obese',
  'ha',
  'wa',
  'wh',
  'status',
  'muac',
  'FamilyHealthPlan',
  'FollowFamilyHealthPlan',
  'VisitedDoctorOrHealthClinic',
  'supType',
  'Sup',
  'Prior Sup',
  'muacBand',
  'zConfirmed',
  'who_zlen',
  'who_zwei',
  'who_zwfl',
  'who_zbmi',
  'who_zac',
  'who_flags',
  'latitude',
  'longitude',
  'interviewer',
  'comments',
  'created',
  'birthDateEstimated',
  'childComments',
  'childInterviewer',
  'screenCreated',
  'ageOverride',
  'measured',
  'oedema',
  'statusTold',
  'referralOutcome',
  'referralDate',
  'referralNote',
  'outsideHeight',
  'outsideWeight',
  'departure',
  'departureDate',
  'months since last screening',
  'LastScreeningDate',
  'ImprovementFromLastScreening',
  'CoordinatingCounsel',
  'programmeStatus',
  'deliveryDate',
  'childsBirthDate',
  'type',
] as const;

/** Columns that are for other programs: they are only in the file. */
const FOR_MACHINES = ['id', 'screenId', 'stake db name', 'child Index'] as const;

export const isForMachines = (name: string): boolean => FOR_MACHINES.some((one) => one === name);

/** The head of a column in words; one that a newer server added has the file's title. */
export function columnHead(
  { t }: Pick<Translator, 't'>,
  { name, title }: { name: string; title: string },
  report: string,
): string {
  const known = WORDED.find((one) => one === name);
  if (known === undefined) return title;
  // Of a woman the day of her registration stands in the column of the day of screening.
  const isRegistration = report === 'women' && known === 'screenDate';
  return t(`reports.head.${isRegistration ? 'created' : known}`);
}
