import { findWomenLike, type MotherFields, motherKind } from '@crece/domain';
import type { MotherRow } from '@crece/storage';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useAsk } from '../../ui/ask.tsx';
import { listedDateOf } from './mother-view.ts';

/** More names than this would push the buttons off a phone's screen. */
const MOST_SHOWN = 5;

/**
 * Asks whether a woman who is entered, or whose name is changed, is one who is here already; true: she
 * is another, or nobody is like her.
 */
export function useSameWomanQuestion(
  unit: OpenUnit,
  base?: Pick<MotherFields, 'firstName' | 'lastName'> & { readonly _id: string },
): (fields: MotherFields) => Promise<boolean> {
  const { t } = useMessages();
  const { mothers } = useUnitSnapshot(unit.local);
  const { confirm } = useAsk();
  return async (fields) => {
    const { firstName, lastName } = fields;
    if (base?.firstName === firstName && base.lastName === lastName) return true;
    const women = findWomenLike({ firstName, lastName, id: base?._id }, mothers);
    if (women.length === 0) return true;
    const isNewPregnancy = base === undefined && motherKind(fields) === 'pregnant';
    return confirm({
      title: t('mothers.same-title'),
      body: <SameWomen women={women} isNewPregnancy={isNewPregnancy} />,
      yes: t('screenings.save-anyway'),
      no: t('errors.go-back'),
    });
  };
}

function SameWomen({
  women,
  isNewPregnancy,
}: {
  women: readonly MotherRow[];
  isNewPregnancy: boolean;
}) {
  const { t, date } = useMessages();
  // The entry of a birth stays one; only another pregnancy is a new entry of the same woman.
  const mayBeAgain = isNewPregnancy && women.some((row) => motherKind(row) === 'nursing');
  const isToOpen = !isNewPregnancy || women.some((row) => motherKind(row) === 'pregnant');
  return (
    <>
      <ul className="mother-same">
        {women.slice(0, MOST_SHOWN).map((row) => {
          const kind = motherKind(row);
          const day = date(listedDateOf(row));
          const facts = [
            t(`mothers.same.${kind}`, { date: day }),
            ...(row.ward === undefined ? [] : [row.ward]),
          ];
          return (
            <li key={row.id}>
              <b>{`${row.firstName} ${row.lastName}`}</b> {facts.join(' · ')}
            </li>
          );
        })}
      </ul>
      {isToOpen ? <p>{t('mothers.same-text')}</p> : null}
      {mayBeAgain ? <p>{t('mothers.same-again')}</p> : null}
    </>
  );
}
