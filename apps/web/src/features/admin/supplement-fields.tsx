import { LANGUAGES, NAMED_SUPPLEMENTS, SUPPLEMENT_TEXT_MAX_LENGTH } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import type { CheckedForm } from '../../shared/forms/use-checked-form.ts';
import { TextField } from '../../ui/fields.tsx';
import { useTextField } from './issue-words.ts';
import { type ProgrammeDraft, type ProgrammeRequest, textsOfDraft } from './programme-form.ts';

/** What the programme hands out: each supplement with its amount, in each language. */
export function SupplementFields({
  form,
}: {
  form: CheckedForm<ProgrammeDraft, ProgrammeRequest>;
}) {
  const { t } = useMessages();
  const texts = textsOfDraft(form.hook.watch('supplements'));
  const { error } = form.field('supplements');
  const wrong = useTextField();
  return NAMED_SUPPLEMENTS.map((supplement) => (
    <div key={supplement} className="cols-2 stack">
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={`${t(`admin.supplement.${supplement}`)}: ${t(`admin.programme-text.${language}`)}`}
          value={texts[supplement]?.[language] ?? ''}
          {...wrong(
            'supplements',
            error,
            texts[supplement]?.[language],
            SUPPLEMENT_TEXT_MAX_LENGTH,
          )}
          onChange={({ target }) => {
            const text = { ...texts[supplement], [language]: target.value };
            const next = JSON.stringify({ ...texts, [supplement]: text });
            form.hook.setValue('supplements', next, { shouldDirty: true });
          }}
        />
      ))}
    </div>
  ));
}
