import type { Child } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

/**
 * The head of a child whose screenings, or newer ones, are still to come: no verdict, not even "not
 * screened", and nothing green for what was well once.
 */
export function ArrivingHero({
  child,
  hasScreenings,
}: {
  child: Pick<Child, 'firstName' | 'gender'>;
  hasScreenings: boolean;
}) {
  const { t } = useMessages();
  return (
    <div className="hero">
      <section className="verdict st-grey">
        <StatusMark tone="grey" size="xl" onSolid />
        <h2>{t('arrival.visits')}</h2>
        <p>
          {t(hasScreenings ? 'arrival.child-normal' : 'arrival.child-text', {
            name: child.firstName,
            sex: child.gender,
          })}
        </p>
      </section>
    </div>
  );
}

/** Above the verdict of the newest screening that is here: it may not be the newest there is. */
export function MoreArriving({ child }: { child: Pick<Child, 'firstName'> }) {
  const { t } = useMessages();
  return (
    <p className="note-bar">
      <Icon name="info" small />
      {t('arrival.child-some', { name: child.firstName })}
    </p>
  );
}
