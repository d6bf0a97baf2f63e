import type { Country } from '@crece/domain';
import { countries as flags } from 'country-flag-icons';
import { useMemo } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useNavigateHere } from '../../data/navigate-here.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { countryPath, placesPath } from './admin-paths.ts';
import {
  addCountry,
  type CountryDraft,
  checkCountry,
  checkNewCountry,
  draftOfCountry,
  EMPTY_COUNTRY_DRAFT,
  editCountry,
  stateOfCountry,
} from './catalogue-edit.ts';
import { PlaceFormPage, type PlaceFormProps, usePlaceForm } from './place-form.tsx';
import type { Places } from './use-save-places.ts';

/**
 * The list of places has English names; in other languages the name comes from the flag's region.
 */
const ENGLISH = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const englishName = (flag: string) => (flag === '' ? '' : (ENGLISH.of(flag) ?? ''));

/** All countries of the world by name, with the code of their flag. */
function useWorld(): readonly { code: string; name: string }[] {
  const { region } = useMessages();
  return useMemo(
    () =>
      flags
        .filter((code) => /^[A-Z]{2}$/.test(code))
        .map((code) => ({ code, name: region(code, code) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [region],
  );
}

function CountryForm({
  back,
  children,
  ...asked
}: PlaceFormProps<CountryDraft, Country> & { back: string }) {
  const { t, region } = useMessages();
  const world = useWorld();
  const place = usePlaceForm(asked, stateOfCountry);
  const { form } = place;
  const { getValues, setValue, watch } = form.hook;
  const [name, flag] = watch(['name', 'flag']);
  const flagField = form.field('flag');
  const flagName = (code: string | null) =>
    code === null || code === '' ? '–' : region(code, code);
  return (
    <PlaceFormPage
      title={asked.title}
      back={back}
      place={place}
      first="flag"
      stored={asked.stored}
      onTaken={asked.onTaken}
      fields={(stored) => [
        { label: t('admin.country-name'), theirs: stored.name, mine: name },
        { label: t('admin.country-flag'), theirs: flagName(stored.flag), mine: flagName(flag) },
      ]}
    >
      <Card className="stack">
        <SelectField
          label={t('admin.country-flag')}
          hint={t('admin.country-flag-hint')}
          {...flagField}
          onChange={async (event) => {
            const before = englishName(getValues('flag'));
            await flagField.onChange(event);
            const typed = getValues('name');
            if (typed === '' || typed === before) {
              setValue('name', englishName(event.target.value), { shouldDirty: true });
            }
          }}
        >
          <option value="">{t('common.choose')}</option>
          {world.map(({ code, name: shown }) => (
            <option key={code} value={code}>
              {shown}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('admin.country-name')}
          hint={t('admin.country-name-hint')}
          {...form.field('name')}
        />
        {children ?? (
          <TextField
            label={t('admin.country-code')}
            hint={t('admin.country-code-hint')}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={3}
            {...form.field('code')}
          />
        )}
      </Card>
    </PlaceFormPage>
  );
}

/** Form that adds a country to the list; its code cannot be changed later. */
export function NewCountry({ places }: { places: Places }) {
  const { t } = useMessages();
  const navigate = useNavigateHere();
  const { notify } = useNotices();
  return (
    <CountryForm
      places={places}
      title={t('admin.add-country')}
      back={placesPath()}
      formKey="admin-country:new"
      defaults={EMPTY_COUNTRY_DRAFT}
      check={(draft) => checkNewCountry(draft, places.body.catalogue)}
      editOf={addCountry}
      onSaved={({ code, name }) => {
        notify({ text: t('admin.country-added', { country: name }) });
        void navigate(countryPath(code), { replace: true });
      }}
    />
  );
}

/** Form that corrects a country's name and flag. */
export function EditCountry({
  places,
  country,
  onTaken,
}: {
  places: Places;
  country: Country;
  onTaken: () => void;
}) {
  const { t } = useMessages();
  const navigate = useNavigateHere();
  const { notify } = useNotices();
  const { code } = country;
  return (
    <CountryForm
      places={places}
      title={t('admin.edit-country')}
      back={countryPath(code)}
      formKey={`admin-country:${code}`}
      defaults={draftOfCountry(country)}
      stored={country}
      onTaken={onTaken}
      check={(draft) => checkCountry(draft, country, places.body.catalogue)}
      editOf={editCountry}
      onSaved={({ name }) => {
        notify({ text: t('admin.saved', { name }) });
        void navigate(countryPath(code), { replace: true });
      }}
    >
      <p className="identity">
        <span className="label">{t('admin.country-code')}</span>
        <b>{code}</b>
        <span className="hint">{t('admin.country-code-fixed')}</span>
      </p>
    </CountryForm>
  );
}
