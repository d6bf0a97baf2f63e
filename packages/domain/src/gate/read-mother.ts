import type { Mother } from '../entities.ts';
import { withoutFields, withoutUndefined } from '../optional.ts';
import { MOTHER_FIELD_NAMES } from '../records.ts';
import type { GateCode, GateContext, GateResult, RawRecord } from './gate-codes.ts';
import { PROVENANCE_NAMES, repairProvenance } from './provenance.ts';
import { repairDate, repairMemberStatus, repairText } from './repairs.ts';

const MOTHER_NAMES = [...MOTHER_FIELD_NAMES, ...PROVENANCE_NAMES, 'interviewer'] as const;

/** Reads a stored mother. She needs a name and one of the two dates that tell her kind. */
export function readMother(
  id: string,
  raw: RawRecord,
  { timeZone }: GateContext,
): GateResult<Mother> {
  const firstName = repairText(raw['firstName']);
  const lastName = repairText(raw['lastName']);
  const deliveryDate = repairDate(raw['deliveryDate'], timeZone) ?? undefined;
  const childsBirthDate = repairDate(raw['childsBirthDate'], timeZone) ?? undefined;
  const codes: GateCode[] = [];
  if (firstName === undefined && lastName === undefined) codes.push('name-missing');
  if (deliveryDate === undefined && childsBirthDate === undefined) {
    codes.push('mother-date-missing');
  }
  if (codes.length > 0) return { ok: false, codes };
  const mother: Mother = {
    ...withoutFields(raw, MOTHER_NAMES),
    _id: id,
    ...repairProvenance(raw),
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    memberStatus: repairMemberStatus(raw['memberStatus']),
    ...withoutUndefined({
      deliveryDate,
      childsBirthDate,
      comments: repairText(raw['comments']),
      address: repairText(raw['address']),
      city: repairText(raw['city']),
      ward: repairText(raw['ward']),
      phone: repairText(raw['phone']),
      interviewer: repairText(raw['interviewer']),
    }),
  };
  return { ok: true, record: mother };
}
