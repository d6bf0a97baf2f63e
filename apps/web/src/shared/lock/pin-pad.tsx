import { PIN_LENGTH } from '@crece/domain';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { isFocusFree } from '../../ui/person-acts.ts';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

interface PinPadProps {
  /** Whose PIN it is, for screen readers. */
  label: string;
  /** Typing is disabled: a PIN is being checked, or the next try must wait. */
  disabled: boolean;
  /** The id of the message about the last try. */
  describedBy: string;
  isWrong: boolean;
  onPin: (pin: string) => void;
}

/** Six dots and thumb-sized keys; a keyboard types into the same field. The last digit submits. */
export function PinPad({ label, disabled, describedBy, isWrong, onPin }: PinPadProps) {
  const { t } = useMessages();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  useEffect(() => {
    // After a wait the person may be at another button of the lock.
    if (!disabled && isFocusFree()) field.current?.focus();
  }, [disabled]);

  const type = (next: string) => {
    const pin = next.replace(/\D/g, '').slice(0, PIN_LENGTH);
    if (disabled) return;
    setTyped(pin.length === PIN_LENGTH ? '' : pin);
    if (pin.length === PIN_LENGTH) onPin(pin);
  };
  const shown = disabled ? 0 : typed.length;
  const key = (name: string, face: ReactNode, press: () => void, unused = false) => (
    <button
      key={name}
      type="button"
      className="pin-key"
      aria-label={name}
      disabled={disabled || unused}
      // Keeps the focus in the field, so that a keyboard continues to type into it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      {face}
    </button>
  );
  return (
    <>
      <div className="pin-dots">
        {Array.from({ length: PIN_LENGTH }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: six dots that never change places
          <i key={at} className={at < shown ? 'on' : undefined} />
        ))}
        <label className="vh" htmlFor={id}>
          {label}
        </label>
        <input
          ref={field}
          id={id}
          // Browsers offer to store a password, but not a one-time code.
          type="password"
          autoComplete="one-time-code"
          // On a phone, the keys below are this field's keyboard.
          inputMode="none"
          value={typed}
          disabled={disabled}
          aria-invalid={isWrong}
          aria-describedby={describedBy}
          onChange={(event) => type(event.target.value)}
        />
      </div>
      <fieldset className="pin-keys" aria-label={t('lock.keys')}>
        {DIGITS.map((digit) => key(digit, digit, () => type(typed + digit)))}
        <span />
        {key('0', '0', () => type(`${typed}0`))}
        {key(
          t('lock.delete-digit'),
          <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M8.5 5.5H20v13H8.5L3 12zM11.5 9.5l5 5M16.5 9.5l-5 5" />
          </svg>,
          () => setTyped(typed.slice(0, -1)),
          typed === '',
        )}
      </fieldset>
    </>
  );
}
