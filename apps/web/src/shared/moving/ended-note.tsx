import { Link } from 'react-router';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { Icon } from '../../ui/icon.tsx';
import { movePath } from '../navigation/moving-path.ts';

/** On the page of a child that is to be measured, and lives in a unit where nothing is entered any more. */
export function EndedNote({
  unit,
  childId,
  name,
}: {
  unit: OpenUnit;
  childId: string;
  name: string;
}) {
  const { t } = useMessages();
  const mayMove = useCan('sync', unit.place);
  if (useSentences('later') !== 'ready') return null;
  return (
    <p className="note-bar">
      <Icon name="info" small />
      <span>
        {t(mayMove ? 'moving.ended' : 'moving.ended-ask', { name })}{' '}
        {mayMove ? (
          <Link to={movePath(childId, unit.stakeDB)}>{t('screenings.move-child')}</Link>
        ) : null}
      </span>
    </p>
  );
}
