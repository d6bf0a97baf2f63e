import {
  addDays,
  type FamilyLanguage,
  type FamilyText,
  FILLING_MAX_LENGTH,
  familyText,
  fillingRefusal,
  type Placeholder,
  placesIn,
  smsLength,
  withoutForcing,
} from '@crece/domain';
import { useState } from 'react';
import { useMessages } from '../../../data/messages.tsx';
import { Button } from '../../../ui/controls.tsx';
import { DatePartsField } from '../../../ui/date-parts-field.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Card } from '../../../ui/surfaces.tsx';
import { MessageText } from './message-text.tsx';
import type { FamilyMessages } from './use-walk.ts';

const TYPES = { day: 'text', time: 'time', place: 'text', bring: 'text' } as const;
/** How far ahead a day may lie, in days. */
const LONGEST_AHEAD = 366;

/** What one text leaves open, asked once for the whole walk, and the text as it will be. */
export function CallDetails({
  kind,
  languages,
  count,
  messages,
  isTried,
}: {
  kind: FamilyText;
  /** The languages of the families who get it. */
  languages: readonly FamilyLanguage[];
  /** How many families get it; null: it is about one. */
  count: number | null;
  messages: FamilyMessages;
  /** Whether somebody wanted to go on already: what is missing is said. */
  isTried: boolean;
}) {
  const { t } = useMessages();
  const { texts, detailsOf, keepDetail, messageOf, refusedOf, today } = messages;
  const details = detailsOf(kind);
  const open = new Set(
    languages.flatMap((language) => placesIn(familyText(texts, kind, language))),
  );
  const names = (Object.keys(TYPES) as Placeholder[]).filter((name) => open.has(name));
  return (
    <Card title={t(`call.kind.${kind}`)} className="stack call-details">
      {count === null ? null : <p className="hint">{t('call.families', { count })}</p>}
      {names.map((name) => (
        <Filling
          key={name}
          name={name}
          value={details[name]}
          today={today}
          isTried={isTried}
          onValue={(value) => keepDetail(kind, name, value)}
        />
      ))}
      {languages.map((language) => (
        <MessageText
          key={language}
          language={language}
          message={messageOf(kind, language)}
          refused={refusedOf(kind, language)}
        />
      ))}
    </Card>
  );
}

/** One field, with what must not be in it, and the letters that take room from a text message. */
function Filling({
  name,
  value,
  today,
  isTried,
  onValue,
}: {
  name: Placeholder;
  value: string;
  today: string;
  isTried: boolean;
  onValue: (value: string) => void;
}) {
  const { t, list } = useMessages();
  const refusal = fillingRefusal(name, value, today);
  // A date is not judged while it is being typed.
  const [isLeft, setLeft] = useState(false);
  const isSaid = refusal !== null && (isTried || value !== '');
  const { forcing } = smsLength(value);
  const max = FILLING_MAX_LENGTH;
  const error = isSaid
    ? t(`call.refused.${refusal.code}`, {
        max,
        word: refusal.code === 'forbidden-word' ? refusal.word : '',
      })
    : undefined;
  if (name === 'day') {
    return (
      <DatePartsField
        name="day"
        label={t('call.day')}
        value={value}
        min={today}
        max={addDays(today, LONGEST_AHEAD)}
        error={isTried || isLeft ? error : undefined}
        onChange={onValue}
        onBlur={() => setLeft(true)}
      />
    );
  }
  return (
    <div>
      <TextField
        label={t(`call.${name}`)}
        type={TYPES[name]}
        value={value}
        {...(name === 'place' || name === 'bring' ? { hint: t('call.filling-hint', { max }) } : {})}
        error={error}
        onChange={({ target }) => onValue(target.value)}
      />
      {forcing.length === 0 || refusal !== null ? null : (
        <p className="call-forcing">
          <span>{t('call.forcing', { letters: list(forcing) })}</span>
          <Button kind="soft" small onClick={() => onValue(withoutForcing(value))}>
            {t('call.without-forcing', { text: withoutForcing(value) })}
          </Button>
        </p>
      )}
    </div>
  );
}
