import type { Child } from '@crece/domain';
import { Icon } from '../../components/icon.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { useMessages } from '../../data/messages.tsx';

/** The head of a child whose visits are still to come: no verdict, not even "not screened". */
export function ArrivingHero({ child }: { child: Pick<Child, 'firstName' | 'gender'> }) {
  const { t } = useMessages();
  return (
    <div className="hero">
      <section className="verdict st-grey">
        <StatusMark tone="grey" size="xl" onSolid />
        <h2>{t('arrival.visits')}</h2>
        <p>{t('arrival.child-text', { name: child.firstName, sex: child.gender })}</p>
      </section>
    </div>
  );
}

/** Above the verdict of the newest visit that is here: it may not be the newest there is. */
export function MoreArriving({ child }: { child: Pick<Child, 'firstName'> }) {
  const { t } = useMessages();
  return (
    <p className="note-bar">
      <Icon name="info" small />
      {t('arrival.child-some', { name: child.firstName })}
    </p>
  );
}
