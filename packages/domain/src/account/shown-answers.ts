import { withoutUndefined } from '../base/optional.ts';
import type { Child, Consent, OpenedMessage } from '../fields/entities.ts';

/** The fields of a child that name who wrote them. */
type Answers = Pick<Child, 'consent' | 'mayMessage' | 'messaged'>;

/**
 * A record with the names in a family's answers as they are shown: `show` gets the name and the day on which it was
 * written. The same object when no name changes.
 */
export function withShownAnswers<Entity extends object>(
  record: Entity & Answers,
  show: (name: string, day: string) => string,
): Entity {
  const shown = <Said extends Consent | OpenedMessage>(
    said: Said | undefined,
  ): Said | undefined => {
    const who = said === undefined ? undefined : show(said.who, said.day);
    return said === undefined || who === undefined || who === said.who ? said : { ...said, who };
  };
  const { consent, mayMessage, messaged } = record;
  const last = shown(messaged);
  const before = messaged?.before?.map((each) => shown(each) ?? each);
  const isOlder = before?.some((each, at) => each !== messaged?.before?.[at]) === true;
  const next = {
    consent: shown(consent),
    mayMessage: shown(mayMessage),
    messaged: last && isOlder ? withoutUndefined({ ...last, before }) : last,
  };
  const isSame =
    next.consent === consent && next.mayMessage === mayMessage && next.messaged === messaged;
  if (isSame) return record;
  const changed = Object.entries(next).filter(([, said]) => said !== undefined);
  return { ...record, ...Object.fromEntries(changed) };
}
