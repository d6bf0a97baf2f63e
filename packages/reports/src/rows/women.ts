import { dateFromInstant, type Mother, motherKind, timeZoneOfCountry } from '@crece/domain';
import { defineReport, type RowContext } from '../base/report.ts';
import { dateColumn, textColumn } from '../base/table.ts';
import { rowOrder, sortedBy } from './sorting.ts';

interface Woman {
  readonly mother: Mother;
  /** The date of her registration, in the time zone of the unit's country. */
  readonly registered: string | null;
  readonly context: RowContext;
}

function registeredOn({ created }: Mother, timeZone: string): string | null {
  return created === undefined ? null : dateFromInstant(created, timeZone);
}

/** Every pregnant woman and nursing mother, with any dates: the reader checks the date window. */
export const WOMEN_REPORT = defineReport<Woman>(
  [
    textColumn('firstName', ({ mother }) => mother.firstName),
    textColumn('lastName', ({ mother }) => mother.lastName),
    textColumn('phone', ({ mother }) => mother.phone),
    textColumn('address', ({ mother }) => mother.address),
    textColumn('city', ({ mother }) => mother.city),
    textColumn('ward', ({ mother }) => mother.ward),
    textColumn('lds', ({ mother, context }) => context.words.word(`member.${mother.memberStatus}`)),
    dateColumn('screenDate', ({ registered }) => registered),
    dateColumn('deliveryDate', ({ mother }) => mother.deliveryDate),
    dateColumn('childsBirthDate', ({ mother }) => mother.childsBirthDate),
    textColumn('type', ({ mother, context }) => context.words.word(`women.${motherKind(mother)}`)),
    textColumn('country', ({ context }) => context.unit.countryName),
    textColumn('stake', ({ context }) => context.unit.stakeName),
  ],
  function* ({ mothers }, context) {
    const timeZone = timeZoneOfCountry(context.unit.countryCode);
    const women = mothers.map((mother) => ({
      mother,
      registered: registeredOn(mother, timeZone),
      context,
    }));
    yield* yield* sortedBy(
      women,
      ({ mother: { _id, firstName, lastName, ward, memberStatus }, registered }) => ({
        id: _id,
        firstName,
        lastName,
        ward,
        memberStatus,
        date: registered ?? undefined,
      }),
      rowOrder(context.sort, context.words.language),
    );
  },
);
