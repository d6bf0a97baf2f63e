import {
  type Country,
  findUnit,
  MAX_STAKE_DB_LENGTH,
  proposeDatabase,
  type Unit,
} from '@crece/domain';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import type { CheckedForm } from '../../shared/forms/use-checked-form.ts';
import { useCountryLabel } from '../../shared/places/place-words.ts';
import { TextField } from '../../ui/fields.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { countryPath } from './admin-paths.ts';
import {
  addUnit,
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
import { EndOfUnit } from './join-unit.tsx';
import { PlaceFormPage, type PlaceFormProps, usePlaceForm } from './place-form.tsx';
import type { Places } from './use-save-places.ts';
import { WardFields } from './ward-fields.tsx';

interface UnitFormProps extends Omit<PlaceFormProps<UnitDraft, Unit>, 'onSaved'> {
  country: Country;
  /** Text of the notice after the save. */
  saidOf: (unit: Unit) => string;
  /** What else can be done with the unit, below its fields. */
  besides?: ReactNode;
}

function UnitForm({ country, saidOf, children, besides, ...asked }: UnitFormProps) {
  const { t, list } = useMessages();
  const navigate = useNavigateHere();
  const { notify } = useNotices();
  const label = useCountryLabel();
  const onSaved = (unit: Unit) => {
    notify({ text: saidOf(unit) });
    void navigate(countryPath(country.code), { replace: true });
  };
  const place = usePlaceForm({ ...asked, onSaved }, stateOfUnit);
  const { form } = place;
  const [stakeName, wards, clinicPhone] = form.hook.watch(['stakeName', 'wards', 'clinicPhone']);
  const wardWords = (text: string) => list(wardsOf(text)) || t('admin.no-wards');
  return (
    <PlaceFormPage
      title={asked.title}
      subtitle={label(country)}
      back={countryPath(country.code)}
      place={place}
      first="stakeName"
      stored={asked.stored}
      onTaken={asked.onTaken}
      fields={(stored) => [
        { label: t('admin.unit-name'), theirs: stored.stakeName, mine: stakeName },
        {
          label: t('admin.wards'),
          theirs: wardWords(wardText(stored)),
          mine: wardWords(wards),
        },
        {
          label: t('admin.clinic-phone'),
          theirs: stored.clinicPhone ?? t('admin.no-clinic-phone'),
          mine: clinicPhone.trim() || t('admin.no-clinic-phone'),
        },
      ]}
    >
      <Card className="stack">
        <UnitName form={form} country={country} places={asked.places} isNew={!asked.stored} />
        {children ?? (
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
          onValue={(next) => form.hook.setValue('wards', next, changing(form))}
        />
      </Card>
      <Card>
        <TextField
          label={t('admin.clinic-phone')}
          note={t('common.optional')}
          hint={t('admin.clinic-phone-hint')}
          inputMode="tel"
          maxLength={41}
          {...form.field('clinicPhone')}
        />
      </Card>
      {besides}
    </PlaceFormPage>
  );
}

type Form = CheckedForm<UnitDraft, Unit>;

const changing = ({ hook }: Form) => ({
  shouldDirty: true,
  shouldValidate: hook.formState.isSubmitted,
});

/**
 * The name of a unit. The proposed database name of a new one follows it until the person types
 * another one.
 */
function UnitName({
  form,
  country,
  places,
  isNew,
}: {
  form: Form;
  country: Country;
  places: Places;
  isNew: boolean;
}) {
  const { t } = useMessages();
  const { getValues, setValue } = form.hook;
  const field = form.field('stakeName');
  const proposalFor = (name: string) =>
    proposeDatabase(
      name,
      country.code,
      (stakeDB) => findUnit(places.body.catalogue, stakeDB) !== null,
    );
  return (
    <TextField
      label={t('admin.unit-name')}
      hint={t('admin.unit-name-hint')}
      {...field}
      onChange={async (event) => {
        const before = getValues('stakeName');
        await field.onChange(event);
        if (!isNew) return;
        const database = getValues('stakeDB');
        if (database !== '' && database !== proposalFor(before)) return;
        const typed = event.target.value.trim();
        setValue('stakeDB', typed === '' ? '' : proposalFor(typed), changing(form));
      }}
    />
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

/** Form that corrects a unit's name, wards and clinic's number. */
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
      besides={<EndOfUnit places={places} country={country} unit={unit} />}
    >
      <div className="identity">
        <p className="label">{t('admin.unit-database')}</p>
        <code>{unit.stakeDB}</code>
        <p className="hint">{t('admin.unit-database-fixed')}</p>
        {unit.note === undefined ? null : (
          <IconNote className="admin-note" icon="info">
            {unit.note}
          </IconNote>
        )}
      </div>
    </UnitForm>
  );
}
