import type { Mother } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { newbornState } from '../../shared/navigation/newborn-state.ts';
import { childPath, newChildPath } from '../../shared/navigation/paths.ts';
import { removedPath } from '../../shared/navigation/waiting-paths.ts';
import { ButtonLink } from '../../ui/controls.tsx';
import { newbornOf } from './newborn-of.ts';
import { type GoneNewborn, useNewbornsGone } from './newborns-gone.ts';

/** Her newborn where it is registered already; otherwise, or for a twin, the way to register it. */
export function NewbornLinks({
  unit,
  mother,
  here,
}: {
  unit: OpenUnit;
  mother: Mother;
  here: readonly ChildRow[];
}) {
  const { t } = useMessages();
  const gone = useNewbornsGone(unit, mother, here.length === 0) ?? [];
  const isRegistered = here.length > 0 || gone.some(({ unitName }) => unitName !== null);
  return (
    <>
      {here.map(({ id, firstName, lastName }) => (
        <ButtonLink key={id} kind="second" icon="child" to={childPath(id, unit.stakeDB)}>
          {t('mothers.newborn-here', { name: `${firstName} ${lastName}` })}
        </ButtonLink>
      ))}
      {here.length > 0
        ? null
        : gone.map((each) => <GoneLink key={each.id} unit={unit} of={each} />)}
      <ButtonLink
        kind={isRegistered ? 'quiet' : 'second'}
        icon="child"
        to={newChildPath(unit.stakeDB)}
        state={newbornState(newbornOf(mother))}
      >
        {t(isRegistered ? 'mothers.newborn-twin' : 'mothers.newborn-register')}
      </ButtonLink>
    </>
  );
}

/** Her newborn that is not in the unit any more: its page where it lives, or the list that puts it back. */
function GoneLink({ unit, of: { id, name, unitName } }: { unit: OpenUnit; of: GoneNewborn }) {
  const { t } = useMessages();
  return (
    <ButtonLink
      kind="second"
      icon="child"
      to={unitName === null ? removedPath(unit) : childPath(id, unit.stakeDB)}
    >
      {unitName === null
        ? t('mothers.newborn-removed', { name })
        : t('mothers.newborn-moved', { name, unit: unitName })}
    </ButtonLink>
  );
}
