import type { MotherKind } from '@crece/domain';
import { useUnitSnapshot } from '../../data/live.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { type MovedTo, useMovedTo } from '../../shared/moving/moved-to.ts';
import { mothersPath, newMotherPath } from '../../shared/navigation/paths.ts';
import { Blank } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';

interface ListProps {
  unit: OpenUnit;
  kind: MotherKind;
}

/** A list without any woman of its kind: where the unit's women went, or the first one is added. */
export function NoWomenYet({ unit, kind }: ListProps) {
  const { mothers } = useUnitSnapshot(unit.local);
  const to = useMovedTo(unit, 'mthr');
  if (to === undefined) return null;
  const isEmptied = to !== null && mothers.length === 0;
  return isEmptied ? (
    <AllMoved unit={unit} kind={kind} to={to} />
  ) : (
    <Nobody unit={unit} kind={kind} />
  );
}

function AllMoved({ unit, kind, to }: ListProps & { to: MovedTo }) {
  const { t } = useMessages();
  const { stakeName: other, count } = to;
  const only = to.isOnlyOne ? 'yes' : 'no';
  return (
    <Blank
      picture="nobody"
      title={t('mothers.all-moved-title')}
      actions={
        <>
          {to.isOpen ? (
            <ButtonLink kind="primary" to={mothersPath(to, kind)}>
              {t('children.all-moved-open', { other })}
            </ButtonLink>
          ) : null}
          {unit.retired ? null : (
            <ButtonLink kind="second" icon="add" to={newMotherPath(unit, kind)}>
              {t(`mothers.add.${kind}`)}
            </ButtonLink>
          )}
        </>
      }
    >
      {t('mothers.all-moved', { count, unit: unit.stakeName, other, only })}
    </Blank>
  );
}

function Nobody({ unit, kind }: ListProps) {
  const { t } = useMessages();
  return (
    <Blank
      picture="nobody"
      title={t(`mothers.empty-title.${kind}`)}
      actions={
        unit.retired ? null : (
          <ButtonLink kind="primary" icon="add" to={newMotherPath(unit, kind)}>
            {t(`mothers.add.${kind}`)}
          </ButtonLink>
        )
      }
    >
      {unit.retired ? null : t(`mothers.empty-text.${kind}`, { unit: unit.stakeName })}
    </Blank>
  );
}
