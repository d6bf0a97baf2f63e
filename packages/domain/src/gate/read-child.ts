import { type Child, STATUS_COLORS, SUPPLEMENT_TYPES, ZSCORE_STATUSES } from '../entities.ts';
import { withoutFields, withoutUndefined } from '../optional.ts';
import { CHILD_FIELD_NAMES, CHILD_SUMMARY_NAMES } from '../records.ts';
import type { GateCode, GateContext, GateResult, RawRecord } from './gate-codes.ts';
import { PROVENANCE_NAMES, repairProvenance } from './provenance.ts';
import {
  numberOrAbsent,
  repairAnswer,
  repairDate,
  repairMemberStatus,
  repairSex,
  repairText,
  wordOrAbsent,
} from './repairs.ts';

const CHILD_NAMES = [
  ...CHILD_FIELD_NAMES,
  ...CHILD_SUMMARY_NAMES,
  ...PROVENANCE_NAMES,
  'currentBMI',
  'monthAge',
  'interviewer',
  'owner',
  'screeningStatus',
] as const;

/** Reads a stored child. Without any name, sex or birth date there is nothing to repair it from. */
export function readChild(
  id: string,
  raw: RawRecord,
  { timeZone }: GateContext,
): GateResult<Child> {
  const firstName = repairText(raw['firstName']);
  const lastName = repairText(raw['lastName']);
  const gender = repairSex(raw['gender']);
  const birthDate = repairDate(raw['birthDate'], timeZone);
  const codes: GateCode[] = [];
  if (firstName === undefined && lastName === undefined) codes.push('name-missing');
  if (gender === undefined) codes.push('gender-invalid');
  if (birthDate === null) codes.push('birth-date-invalid');
  if (gender === undefined || birthDate === null || codes.length > 0) return { ok: false, codes };
  const child: Child = {
    ...withoutFields(raw, CHILD_NAMES),
    _id: id,
    ...repairProvenance(raw),
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    gender,
    birthDate,
    memberStatus: repairMemberStatus(raw['memberStatus']),
    ...withoutUndefined({
      birthDateEstimated:
        repairAnswer(raw['birthDateEstimated']) === true ? (true as const) : undefined,
      mother: repairText(raw['mother']),
      father: repairText(raw['father']),
      address: repairText(raw['address']),
      city: repairText(raw['city']),
      idGroup: repairText(raw['idGroup']),
      ward: repairText(raw['ward']),
      phone: repairText(raw['phone']),
      comments: repairText(raw['comments']),
      monthAge: numberOrAbsent(raw['monthAge']),
      interviewer: repairText(raw['interviewer']),
      owner: repairText(raw['owner']),
      screeningStatus: repairText(raw['screeningStatus']),
      zscoreStatus: wordOrAbsent(ZSCORE_STATUSES, raw['zscoreStatus']),
      statusColor: wordOrAbsent(STATUS_COLORS, raw['statusColor']),
      lastScreening: repairText(raw['lastScreening']),
      supType: wordOrAbsent(SUPPLEMENT_TYPES, raw['supType']),
      bmi: numberOrAbsent(raw['bmi']) ?? numberOrAbsent(raw['currentBMI']),
      obese: repairAnswer(raw['obese']),
    }),
  };
  return { ok: true, record: child };
}
