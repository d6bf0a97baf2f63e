import { LANGUAGES, type SaidText } from '@crece/domain';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import type { CheckedForm } from '../../shared/forms/use-checked-form.ts';
import { byLabel, useCountryLabel } from '../../shared/places/place-words.ts';
import { SelectField, TextArea } from '../../ui/fields.tsx';
import { useTextField } from './issue-words.ts';
import { type ProgrammeDraft, type ProgrammeRequest, textsOfDraft } from './programme-form.ts';

/** What a family is asked about its records: one country at a time, in each language. */
export function ConsentFields({ form }: { form: CheckedForm<ProgrammeDraft, ProgrammeRequest> }) {
  const { t, list } = useMessages();
  const places = usePlaces();
  const labelOf = useCountryLabel();
  const texts = textsOfDraft(form.hook.watch('consent'));
  const [country, setCountry] = useState(Object.keys(texts)[0] ?? '');
  const countries = byLabel(places?.countries ?? [], labelOf);
  const asked = countries.filter(({ code }) => texts[code] !== undefined);
  const { error } = form.field('consent');
  const wrong = useTextField();

  const type = (language: keyof SaidText, text: string) => {
    const next = { ...texts, [country]: { ...texts[country], [language]: text } };
    const isEmpty = Object.values(next[country] ?? {}).every((each) => each === '');
    if (isEmpty) delete next[country];
    form.hook.setValue('consent', JSON.stringify(next), { shouldDirty: true });
  };
  return (
    <>
      <SelectField
        label={t('admin.programme-country')}
        hint={
          asked.length === 0
            ? t('admin.consent-nowhere')
            : t('admin.consent-where', { countries: list(asked.map(labelOf)) })
        }
        value={country}
        onChange={(event) => setCountry(event.target.value)}
      >
        <option value="">{t('admin.programme-choose-country')}</option>
        {countries.map((each) => (
          <option key={each.code} value={each.code}>
            {labelOf(each)}
          </option>
        ))}
      </SelectField>
      {country === ''
        ? null
        : LANGUAGES.map((language) => (
            <TextArea
              key={`${country} ${language}`}
              label={t(`admin.programme-text.${language}`)}
              value={texts[country]?.[language] ?? ''}
              {...wrong('consent', error, texts[country]?.[language])}
              onChange={(event) => type(language, event.target.value)}
            />
          ))}
    </>
  );
}
