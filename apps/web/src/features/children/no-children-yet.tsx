import { useMessages, useSentences } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { dayPath, newChildPath } from '../../shared/navigation/paths.ts';
import { Blank } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';

/** The list of a unit without any child: the first one is added alone or on a screening day. */
export function NoChildrenYet({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  if (useSentences('first') !== 'ready') return null;
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
