import { useId, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Button, IconButton } from '../../ui/controls.tsx';
import { FieldError } from '../../ui/field-parts.tsx';

/** The wards of a unit, one field each; `value` has one ward per line. */
export function WardFields({
  value,
  onValue,
  error,
}: {
  value: string;
  onValue: (value: string) => void;
  error: string | undefined;
}) {
  const { t } = useMessages();
  const errorId = useId();
  const [added, setAdded] = useState<number | null>(null);
  const wards = value === '' ? [] : value.split('\n');
  const set = (next: readonly string[]) => onValue(next.join('\n'));
  return (
    <fieldset className="field" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="label">{t('admin.wards')}</legend>
      {wards.length === 0 ? <p className="muted small">{t('admin.no-wards')}</p> : null}
      <ol className="place-wards">
        {wards.map((ward, index) => (
          // The position in the list is the only identity of a field while it is typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          <li key={index}>
            <input
              className="input"
              name={index === 0 ? 'wards' : undefined}
              aria-label={t('admin.ward-number', { number: index + 1 })}
              aria-invalid={error !== undefined}
              autoComplete="off"
              ref={(field) => {
                if (added !== index) return;
                field?.focus();
                setAdded(null);
              }}
              value={ward.trimStart()}
              onChange={(event) =>
                set(wards.map((each, at) => (at === index ? event.target.value || ' ' : each)))
              }
            />
            <IconButton
              icon="remove"
              label={t('admin.remove-ward', { ward: ward.trim() || String(index + 1) })}
              onClick={() => set(wards.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
      {error === undefined ? null : <FieldError id={errorId}>{error}</FieldError>}
      <Button
        kind="soft"
        small
        icon="add"
        onClick={() => {
          setAdded(wards.length);
          // A blank keeps the place of a ward that is not typed yet.
          set([...wards, ' ']);
        }}
      >
        {t('admin.add-ward')}
      </Button>
      <p className="hint">{t('admin.wards-hint')}</p>
    </fieldset>
  );
}
