import type { Checked } from '@crece/domain';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useMessages } from '../../data/messages.tsx';
import { type Typed, useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import type { CatalogueChange } from './catalogue-changes.ts';
import type { CatalogueEdit } from './catalogue-edit.ts';
import { AdminFormPage } from './form-page.tsx';
import { useIssueSentence } from './issue-words.ts';
import { ChangedMeanwhile, type Difference } from './meanwhile.tsx';
import { type Places, useSavePlaces } from './use-save-places.ts';

/** More changes than this are counted, not described. */
const TOLD_CHANGES = 6;

/** What the form of a country and that of a unit are given. */
export interface PlaceFormProps<Draft extends Typed, Place> {
  places: Places;
  title: string;
  formKey: string;
  defaults: Draft;
  check: (draft: Draft) => Checked<Place, string>;
  editOf: (place: Place) => CatalogueEdit;
  onSaved: (place: Place) => void;
  /** The place as it is now; absent for a new one. */
  stored?: Place;
  /** Called after the draft was discarded for the stored values. Absent for a new place. */
  onTaken?: () => void;
  /** What stands in place of the field that cannot be changed later. */
  children?: ReactNode;
}

/** The draft, check and save of a place, and what others stored meanwhile. */
export function usePlaceForm<Draft extends Typed & { was: string }, Place>(
  { places, formKey, defaults, check, editOf, onSaved, stored }: PlaceFormProps<Draft, Place>,
  stateOf: (place: Place) => string,
) {
  const sentence = useIssueSentence();
  const { others, isSaved, save } = useSavePlaces(places);
  const form = useCheckedForm<Draft, Place>({ formKey, defaults, check, sentence });
  const { getValues, setValue, watch } = form.hook as unknown as UseFormReturn<{ was: string }>;
  const was = watch('was');
  const isStale = stored !== undefined && !isSaved && stateOf(stored) !== was;
  const onSubmit = form.submit(async (place) => {
    if (isStale && getValues('was') === was) return;
    if (!(await save(editOf(place)))) return;
    await form.draft.discard();
    onSaved(place);
  });
  const onMine = () => {
    if (stored !== undefined) setValue('was', stateOf(stored));
    onSubmit();
  };
  return { form, others, isStale, onSubmit, onMine };
}

/** The page of a form for a country or a unit. */
export function PlaceFormPage<Draft extends Typed & { was: string }, Place>({
  place: { form, others, isStale, onSubmit, onMine },
  fields,
  onTaken,
  ...page
}: {
  place: ReturnType<typeof usePlaceForm<Draft, Place>>;
  title: string;
  subtitle?: string;
  back: string;
  first: string;
  /** The fields of the place, stored and typed. */
  fields: (stored: Place) => readonly Difference[];
  stored: Place | undefined;
  onTaken: (() => void) | undefined;
  children: ReactNode;
}) {
  const { stored, ...shown } = page;
  const theirs = () => void form.draft.discard().then(onTaken);
  return (
    <AdminFormPage
      {...shown}
      section="places"
      form={form}
      onSubmit={onSubmit}
      notice={
        <OthersChanges
          others={others}
          fields={isStale && stored !== undefined ? fields(stored) : []}
          saving={form.saving}
          onMine={onMine}
          onTheirs={onTaken === undefined ? undefined : theirs}
        />
      }
    />
  );
}

/**
 * What other people changed in the list of places while a form of it was open; shows nothing
 * without such changes.
 */
function OthersChanges({
  others,
  fields,
  ...choice
}: {
  others: readonly CatalogueChange[] | null;
  /** Empty while the stored place is the one that filled the form. */
  fields: readonly Difference[];
  saving: boolean;
  onMine: () => void;
  onTheirs: (() => void) | undefined;
}) {
  const { t } = useMessages();
  const differences = fields.filter(({ theirs, mine }) => theirs !== mine);
  if (others === null && differences.length === 0) return null;
  const changes = others ?? [];
  const sentence = ({ what, country, unit = '' }: CatalogueChange) =>
    t(`admin.change.${what}`, { country, unit });
  return (
    <ChangedMeanwhile title={t('admin.places-changed-title')} differences={differences} {...choice}>
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
