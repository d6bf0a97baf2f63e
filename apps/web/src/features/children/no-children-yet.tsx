import { useMessages, useSentences } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { type MovedTo, useMovedTo } from '../../shared/moving/moved-to.ts';
import { dayPath, listPath, newChildPath } from '../../shared/navigation/paths.ts';
import { Blank } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';

/** The list of a unit without any child: who left it, or the first one is added. */
export function NoChildrenYet({ unit }: { unit: OpenUnit }) {
  const elsewhere = useMovedTo(unit, 'chld');
  if (useSentences('first') !== 'ready' || elsewhere === undefined) return null;
  return elsewhere === null ? <Nobody unit={unit} /> : <AllMoved unit={unit} to={elsewhere} />;
}

/** A unit that was joined to another, or whose children moved one by one. */
function AllMoved({ unit, to }: { unit: OpenUnit; to: MovedTo }) {
  const { t } = useMessages();
  const { stakeName: other, count } = to;
  const only = to.isOnlyOne ? 'yes' : 'no';
  return (
    <Blank
      picture="nobody"
      title={t('children.all-moved-title')}
      actions={
        <>
          {to.isOpen ? (
            <ButtonLink kind="primary" to={listPath(to)}>
              {t('children.all-moved-open', { other })}
            </ButtonLink>
          ) : null}
          {unit.retired ? null : (
            <ButtonLink kind="second" icon="add" to={newChildPath(unit.stakeDB)}>
              {t('children.add')}
            </ButtonLink>
          )}
        </>
      }
    >
      {t('children.all-moved', { count, unit: unit.stakeName, other, only })}
    </Blank>
  );
}

/** The first child is added alone or on a screening day. */
function Nobody({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  return (
    <Blank
      picture="nobody"
      title={t('children.empty-title')}
      actions={
        unit.retired ? null : (
          <>
            <ButtonLink kind="primary" icon="add" to={newChildPath(unit.stakeDB)}>
              {t('children.add-first')}
            </ButtonLink>
            <ButtonLink kind="second" to={dayPath(unit)}>
              {t('children.day')}
            </ButtonLink>
          </>
        )
      }
    >
      {unit.retired ? null : t('children.empty-text', { unit: unit.stakeName })}
    </Blank>
  );
}
