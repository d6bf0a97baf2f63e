import { useMessages } from '../../data/messages.tsx';
import type { CatalogueChange } from './catalogue-changes.ts';
import { ChangedMeanwhile, type Difference } from './meanwhile.tsx';

/** More changes than this are counted, not told. */
const TOLD_CHANGES = 6;

/** What others did to the list of places while a form of it was open; nothing while nobody did. */
export function OthersChanges({
  others,
  differences,
  saving,
  onMine,
  onTheirs,
}: {
  others: readonly CatalogueChange[] | null;
  /** How the place of the form differs now. */
  differences: readonly Difference[];
  saving: boolean;
  onMine: () => void;
  /** Absent for a place that is new: there is nothing of theirs to take. */
  onTheirs?: () => void;
}) {
  const { t } = useMessages();
  if (others === null && differences.length === 0) return null;
  const changes = others ?? [];
  const sentence = ({ what, country, unit = '' }: CatalogueChange) =>
    t(`admin.change.${what}`, { country, unit });
  return (
    <ChangedMeanwhile
      title={t('admin.places-changed-title')}
      differences={differences}
      saving={saving}
      onMine={onMine}
      {...(onTheirs === undefined ? {} : { onTheirs })}
    >
      <ul className="meanwhile-list">
        {changes.slice(0, TOLD_CHANGES).map((change) => (
          <li key={`${change.what} ${change.country} ${change.unit}`}>{sentence(change)}</li>
        ))}
        {changes.length > TOLD_CHANGES ? (
          <li>{t('admin.change.more', { count: changes.length - TOLD_CHANGES })}</li>
        ) : null}
      </ul>
      <p>{t(differences.length === 0 ? 'admin.places-untouched' : 'admin.places-both')}</p>
    </ChangedMeanwhile>
  );
}
