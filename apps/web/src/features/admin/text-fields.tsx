import { LANGUAGES } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import type { CheckedForm } from '../../shared/forms/use-checked-form.ts';
import { TextArea } from '../../ui/fields.tsx';
import { useTextField } from './issue-words.ts';
import {
  type ProgrammeDraft,
  type ProgrammeRequest,
  type TextSetting,
  textOfDraft,
} from './programme-form.ts';

/** One text of the programme, with a field for each language. */
export function TextFields({
  form,
  name,
}: {
  form: CheckedForm<ProgrammeDraft, ProgrammeRequest>;
  name: TextSetting;
}) {
  const { t } = useMessages();
  const text = textOfDraft(form.hook.watch(name));
  const { error } = form.field(name);
  const wrong = useTextField();
  return LANGUAGES.map((language) => (
    <TextArea
      key={language}
      label={t(`admin.text.${name}.${language}`)}
      value={text[language] ?? ''}
      {...wrong(name, error, text[language])}
      onChange={({ target }) => {
        const next = JSON.stringify({ ...text, [language]: target.value });
        form.hook.setValue(name, next, { shouldDirty: true });
      }}
    />
  ));
}
