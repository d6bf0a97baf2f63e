import {
  joinClinicAnswers,
  joinConsent,
  joinSameAs,
  joinSlips,
  laterMessage,
  longerWay,
} from '@crece/domain';

type Join = (one: unknown, other: unknown) => unknown;

/** How two values of a field about which nobody is asked become one, whichever comes first. */
const JOINS: ReadonlyMap<string, Join> = new Map<string, Join>([
  ['sameAs', joinSameAs],
  ['movedFrom', longerWay],
  ['slip', joinSlips],
  ['clinicAnswers', joinClinicAnswers],
  ['consent', joinConsent],
  ['mayMessage', joinConsent],
  ['messaged', laterMessage],
]);

/** What two values of a field say together. Throws for a field about which a person is asked. */
export function joinField(name: string, one: unknown, other: unknown): unknown {
  const join = JOINS.get(name);
  if (join === undefined) throw new TypeError(`Two values of ${name} are not put together.`);
  return join(one, other);
}
