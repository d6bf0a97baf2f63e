import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  useRef,
  useState,
} from 'react';
import {
  type DateParts,
  digitsOf,
  isWholePart,
  partsOfPasted,
  partsOfText,
  textOfParts,
  wholeYear,
} from './date-parts.ts';
import { FieldNotes, type FieldProps, LabelText, useFieldIds } from './field-parts.tsx';
import { Icon } from './icon.tsx';

const ORDER = ['day', 'month', 'year'] as const;

export interface DateBoxesProps extends FieldProps {
  /** What each box is called. */
  words: DateParts;
  name: string;
  /** `YYYY-MM-DD`, or the text of unfinished parts; see `textOfParts`. */
  value: string;
  /** The calendar's first and last day. */
  min: string;
  max: string;
  onChange: (value: string) => void;
  /** The person left all three parts. */
  onBlur: () => void;
  /** The first part takes the focus when it appears. */
  autoFocus?: boolean;
  /** Receives the part to focus when the date is wrong. */
  ref?: (element: HTMLInputElement | null) => void;
}

/**
 * A date as three short numbers in the application's order, which are faster to type than to find in a
 * calendar, with the browser's calendar beside them.
 */
export function DateBoxes({
  words,
  name,
  value,
  min,
  max,
  onChange,
  onBlur,
  autoFocus = false,
  ref,
  ...field
}: DateBoxesProps) {
  const { label, note, hint, error } = field;
  const ids = useFieldIds(undefined, { label, ...(hint ? { hint } : {}), error });
  const inputs = useRef<Partial<Record<keyof DateParts, HTMLInputElement | null>>>({});
  // What is being typed, so that a `3` does not become `03` under the person's hands.
  const [typed, setTyped] = useState(() => partsOfText(value));
  const parts = textOfParts(typed) === value ? typed : partsOfText(value);

  const change = (next: DateParts) => {
    setTyped(next);
    onChange(textOfParts(next));
  };
  const type = (part: keyof DateParts, text: string) => {
    const digits = digitsOf(text).slice(0, part === 'year' ? 4 : 2);
    change({ ...parts, [part]: digits });
    const next = ORDER[ORDER.indexOf(part) + 1];
    if (digits.length > parts[part].length && next !== undefined && isWholePart(part, digits)) {
      inputs.current[next]?.focus();
      inputs.current[next]?.select();
    }
  };
  const back = (part: keyof DateParts, event: KeyboardEvent<HTMLInputElement>) => {
    const before = ORDER[ORDER.indexOf(part) - 1];
    if (event.key !== 'Backspace' || parts[part] !== '' || before === undefined) return;
    event.preventDefault();
    inputs.current[before]?.focus();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = partsOfPasted(event.clipboardData.getData('text'));
    if (pasted === null) return;
    event.preventDefault();
    change(pasted);
  };
  return (
    <fieldset
      className="field"
      aria-describedby={ids.describedBy}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        const year = wholeYear(parts.year, Number(max.slice(0, 4)));
        if (year !== parts.year) change({ ...parts, year });
        onBlur();
      }}
    >
      <legend className="label">
        <LabelText label={label} note={note} />
      </legend>
      <div className="date-parts">
        {ORDER.map((part) => (
          <label key={part} className={part === 'year' ? 'date-year' : undefined}>
            <span className="date-part">{words[part]}</span>
            <input
              ref={(element) => {
                inputs.current[part] = element;
                if (part === 'day') ref?.(element);
              }}
              type="text"
              // biome-ignore lint/a11y/noAutofocus: the caller moves the focus after a press.
              autoFocus={autoFocus && part === 'day'}
              className="input"
              inputMode="numeric"
              autoComplete="off"
              enterKeyHint="next"
              maxLength={part === 'year' ? 4 : 2}
              value={parts[part]}
              aria-invalid={error !== undefined}
              onChange={({ target }) => type(part, target.value)}
              onKeyDown={(event) => back(part, event)}
              onPaste={paste}
            />
          </label>
        ))}
        <Calendar
          name={name}
          aria-label={label}
          aria-invalid={error !== undefined}
          aria-describedby={ids.describedBy}
          min={min}
          max={max}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <FieldNotes ids={ids} {...(hint ? { hint } : {})} error={error} />
    </fieldset>
  );
}

/** The browser's own calendar; what is only half typed is no day of it. */
function Calendar({ value, ...input }: ComponentProps<'input'> & { value: string }) {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(value);
  return (
    <span className="date-calendar">
      <Icon name="calendar" />
      <input type="date" {...input} value={isDate ? value : ''} />
    </span>
  );
}
