import type { Child } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';

/**
 * The head of a child whose screenings, or newer ones, may still arrive: no verdict, not even "not
 * screened", and no green for a screening that was normal.
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

/** Note above the verdict of the newest screening on this device: a newer one may exist. */
export function MoreArriving({ child }: { child: Pick<Child, 'firstName'> }) {
  const { t } = useMessages();
  return (
    <p className="note-bar">
      <Icon name="info" small />
      {t('arrival.child-some', { name: child.firstName })}
    </p>
  );
}
