import {
  type Checked,
  type Country,
  findUnit,
  MAX_STAKE_DB_LENGTH,
  proposeDatabase,
  type Unit,
} from '@crece/domain';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { useAutofocusField } from '../../ui/autofocus.ts';
import { TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { countryPath } from './admin-paths.ts';
import {
  addUnit,
  type CatalogueEdit,
  checkNewUnit,
  checkUnit,
  draftOfUnit,
  EMPTY_UNIT_DRAFT,
  editUnit,
  stateOfUnit,
  type UnitDraft,
  wardsOf,
  wardText,
} from './catalogue-edit.ts';
import { useIssueSentence } from './issue-words.ts';
import { OthersChanges } from './others-changes.tsx';
import { PlaceFormPage } from './place-form-page.tsx';
import { type Places, useSavePlaces } from './use-save-places.ts';
import { WardFields } from './ward-fields.tsx';

interface UnitFormProps {
  places: Places;
  country: Country;
  title: string;
  formKey: string;
  defaults: UnitDraft;
  check: (draft: UnitDraft) => Checked<Unit, string>;
  editOf: (unit: Unit) => CatalogueEdit;
  /** Text of the notice after the save. */
  saidOf: (unit: Unit) => string;
  /** The unit as it is now; absent for a new one. */
  stored?: Unit;
  onTaken?: () => void;
  /** The unit's database name, when it cannot be changed. */
  children?: ReactNode;
}

function UnitForm(props: UnitFormProps) {
  const { t, list } = useMessages();
  const navigate = useNavigate();
  const { notify } = useNotices();
  const label = useCountryLabel();
  const { country, stored, onTaken, places } = props;
  const sentence = useIssueSentence();
  const autofocus = useAutofocusField<HTMLFormElement>('stakeName');
  const { others, isSaved, save } = useSavePlaces(places);
  const form = useCheckedForm<UnitDraft, Unit>({
    formKey: props.formKey,
    defaults: props.defaults,
    check: props.check,
    sentence,
  });
  const { getValues, setValue, watch } = form.hook;
  const [stakeName, wards, was] = watch(['stakeName', 'wards', 'was']);
  const isStale = stored !== undefined && !isSaved && stateOfUnit(stored) !== was;
  const store = form.submit(async (unit) => {
    if (isStale && getValues('was') === was) return;
    if (!(await save(props.editOf(unit)))) return;
    await form.draft.discard();
    notify({ text: props.saidOf(unit) });
    void navigate(countryPath(country.code), { replace: true });
  });

  const nameField = form.field('stakeName');
  const proposalFor = (name: string) =>
    proposeDatabase(
      name,
      country.code,
      (stakeDB) => findUnit(places.body.catalogue, stakeDB) !== null,
    );
  const wardWords = (text: string) => list(wardsOf(text)) || t('admin.no-wards');
  return (
    <PlaceFormPage
      title={props.title}
      subtitle={label(country)}
      back={countryPath(country.code)}
      form={form}
      autofocus={autofocus}
      onSubmit={store}
      notice={
        <OthersChanges
          others={others}
          fields={
            isStale
              ? [
                  { label: t('admin.unit-name'), theirs: stored.stakeName, mine: stakeName },
                  {
                    label: t('admin.wards'),
                    theirs: wardWords(wardText(stored)),
                    mine: wardWords(wards),
                  },
                ]
              : []
          }
          form={form}
          onMine={() => {
            if (stored !== undefined) setValue('was', stateOfUnit(stored));
            store();
          }}
          onTaken={onTaken}
        />
      }
    >
      <Card className="stack">
        <TextField
          label={t('admin.unit-name')}
          hint={t('admin.unit-name-hint')}
          {...nameField}
          onChange={async (event) => {
            const before = getValues('stakeName');
            await nameField.onChange(event);
            if (stored !== undefined) return;
            // The proposed database name follows the unit's name until the person types another
            // one.
            const database = getValues('stakeDB');
            if (database !== '' && database !== proposalFor(before)) return;
            const typed = event.target.value.trim();
            setValue('stakeDB', typed === '' ? '' : proposalFor(typed), {
              shouldDirty: true,
              shouldValidate: form.hook.formState.isSubmitted,
            });
          }}
        />
        {props.children ?? (
          <TextField
            label={t('admin.unit-database')}
            hint={t('admin.unit-database-hint')}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_STAKE_DB_LENGTH}
            {...form.field('stakeDB')}
          />
        )}
      </Card>
      <Card>
        <WardFields
          value={wards}
          error={form.field('wards').error}
          onValue={(next) =>
            setValue('wards', next, {
              shouldDirty: true,
              shouldValidate: form.hook.formState.isSubmitted,
            })
          }
        />
      </Card>
    </PlaceFormPage>
  );
}

/** Form that adds a unit to a country; its database name cannot be changed later. */
export function NewUnit({ places, country }: { places: Places; country: Country }) {
  const { t } = useMessages();
  const { code } = country;
  return (
    <UnitForm
      places={places}
      country={country}
      title={t('admin.add-unit')}
      formKey={`admin-unit:new:${code}`}
      defaults={EMPTY_UNIT_DRAFT}
      check={(draft) => checkNewUnit(draft, country, places.body.catalogue)}
      editOf={(unit) => addUnit(code, unit)}
      saidOf={({ stakeName }) => t('admin.unit-added', { unit: stakeName })}
    />
  );
}

/** Form that corrects a unit's name and wards. */
export function EditUnit({
  places,
  country,
  unit,
  entry,
  onTaken,
}: {
  places: Places;
  country: Country;
  unit: Unit;
  /** The key of its entry: two entries may have the same database. */
  entry: string;
  onTaken: () => void;
}) {
  const { t } = useMessages();
  const { code } = country;
  return (
    <UnitForm
      places={places}
      country={country}
      title={t('admin.edit-unit')}
      formKey={`admin-unit:${code}:${entry}`}
      defaults={draftOfUnit(unit)}
      stored={unit}
      onTaken={onTaken}
      check={(draft) => checkUnit(draft, { code, key: entry, unit }, places.body.catalogue)}
      editOf={(changed) => editUnit(code, entry, changed)}
      saidOf={({ stakeName }) => t('admin.saved', { name: stakeName })}
    >
      <div className="identity">
        <p className="label">{t('admin.unit-database')}</p>
        <code>{unit.stakeDB}</code>
        <p className="hint">{t('admin.unit-database-fixed')}</p>
        {unit.note === undefined ? null : (
          <p className="admin-note">
            <Icon name="info" small />
            <span>{unit.note}</span>
          </p>
        )}
      </div>
    </UnitForm>
  );
}
