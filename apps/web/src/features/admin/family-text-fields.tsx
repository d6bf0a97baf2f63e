import {
  DEFAULT_FAMILY_TEXTS,
  FAMILY_LANGUAGES,
  FAMILY_TEXTS,
  type FamilyLanguage,
  type FamilyText,
  familyTextIssue,
  longestText,
  PLACEHOLDERS,
  smsLength,
} from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import type { CheckedForm } from '../../shared/forms/use-checked-form.ts';
import { TextArea } from '../../ui/fields.tsx';
import { useIssueSentence } from './issue-words.ts';
import { type ProgrammeDraft, type ProgrammeRequest, textsOfDraft } from './programme-form.ts';

const places = PLACEHOLDERS.map((name) => `{${name}}`);

/** How long a text may become as a text message, and which letters take room from it. */
function useLengthWords(): (text: string) => string {
  const { t, number, list } = useMessages();
  return (text) => {
    const { characters, room, messages, forcing } = smsLength(longestText(text));
    const length = t('admin.family-length', {
      characters: number(characters),
      room: number(room),
      messages,
    });
    return forcing.length === 0
      ? length
      : `${length} ${t('admin.family-forcing', { letters: list(forcing), count: forcing.length })}`;
  };
}

/** What families are written: both texts in each language, with the room that they may take. */
export function FamilyTextFields({
  form,
}: {
  form: CheckedForm<ProgrammeDraft, ProgrammeRequest>;
}) {
  const { t } = useMessages();
  const sentence = useIssueSentence();
  const lengthWords = useLengthWords();
  const texts = textsOfDraft(form.hook.watch('familyTexts'));
  const { error } = form.field('familyTexts');

  const type = (kind: FamilyText, language: FamilyLanguage, text: string) => {
    const next = { ...texts, [kind]: { ...texts[kind], [language]: text } };
    form.hook.setValue('familyTexts', JSON.stringify(next), { shouldDirty: true });
  };
  return (
    <>
      <p className="hint">{t('admin.family-hint', { places: places.join(' ') })}</p>
      {FAMILY_TEXTS.flatMap((kind) =>
        FAMILY_LANGUAGES.map((language) => {
          const own = texts[kind]?.[language] ?? '';
          const standard = DEFAULT_FAMILY_TEXTS[kind][language];
          const issue = familyTextIssue(own);
          const shown = own === '' ? undefined : error;
          const said = issue === null ? shown : sentence(issue);
          const ours = own === '' ? `${t('admin.family-ours', { text: standard })} ` : '';
          return (
            <TextArea
              key={`${kind} ${language}`}
              label={`${t(`admin.family.${kind}`)}: ${t(`admin.programme-text.${language}`)}`}
              value={own}
              hint={ours + lengthWords(own === '' ? standard : own)}
              {...(said === undefined ? {} : { name: 'familyTexts', error: said })}
              onChange={({ target }) => type(kind, language, target.value)}
            />
          );
        }),
      )}
    </>
  );
}
