import { useMessages } from '../../data/messages.tsx';
import type { CheckedForm, Typed } from '../../shared/forms/use-checked-form.ts';
import type { CatalogueChange } from './catalogue-changes.ts';
import { ChangedMeanwhile, type Difference } from './meanwhile.tsx';

/** More changes than this are counted, not described. */
const TOLD_CHANGES = 6;

/**
 * What other people changed in the list of places while a form of it was open; shows nothing
 * without such changes.
 */
export function OthersChanges<Values extends Typed, Value>({
  others,
  fields,
  form,
  onMine,
  onTaken,
}: {
  others: readonly CatalogueChange[] | null;
  /**
   * The fields of the place, stored and typed; empty while the stored place is the one that filled
   * the form.
   */
  fields: readonly Difference[];
  form: CheckedForm<Values, Value>;
  onMine: () => void;
  /** Called after the draft was discarded for the stored values. Absent for a new place. */
  onTaken?: (() => void) | undefined;
}) {
  const { t } = useMessages();
  const differences = fields.filter(({ theirs, mine }) => theirs !== mine);
  if (others === null && differences.length === 0) return null;
  const changes = others ?? [];
  const sentence = ({ what, country, unit = '' }: CatalogueChange) =>
    t(`admin.change.${what}`, { country, unit });
  return (
    <ChangedMeanwhile
      title={t('admin.places-changed-title')}
      differences={differences}
      saving={form.saving}
      onMine={onMine}
      {...(onTaken === undefined
        ? {}
        : { onTheirs: () => void form.draft.discard().then(onTaken) })}
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
