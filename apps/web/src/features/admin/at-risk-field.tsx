import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import type { CheckedForm } from '../../shared/forms/use-checked-form.ts';
import { byLabel, useCountryLabel } from '../../shared/places/place-words.ts';
import { countriesOfDraft, type ProgrammeDraft, type ProgrammeRequest } from './programme-form.ts';
import './choices.css';

/**
 * The countries whose list of supplements also names children at risk. Codes of countries that the
 * catalogue does not have stay as they are.
 */
export function AtRiskField({ form }: { form: CheckedForm<ProgrammeDraft, ProgrammeRequest> }) {
  const { t } = useMessages();
  const labelOf = useCountryLabel();
  const countries = byLabel(usePlaces()?.countries ?? [], labelOf);
  const chosen = new Set(countriesOfDraft(form.hook.watch('atRiskCountries')));
  const choose = (code: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(code);
    else next.delete(code);
    const typed = JSON.stringify([...next].sort());
    form.hook.setValue('atRiskCountries', typed, { shouldDirty: true });
  };
  return (
    <fieldset className="field">
      <legend className="label">{t('admin.programme.atRiskCountries')}</legend>
      <p className="hint">{t('admin.programme-hint.atRiskCountries')}</p>
      <div className="role-choices country-choices">
        {countries.map((country) => (
          <label key={country.code}>
            <input
              type="checkbox"
              checked={chosen.has(country.code)}
              onChange={({ target }) => choose(country.code, target.checked)}
            />
            <span>{labelOf(country)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
