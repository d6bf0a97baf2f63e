import type { ScreeningPreview } from '@crece/domain';
import type { KeyboardEvent } from 'react';
import type { ScreeningValues } from './form-values.ts';

const MEASURES = 'input[inputmode="decimal"]';
const FEET = 'input[name="oedema"]';

/** The first measure without a figure, else the first one. */
export function focusFirstEmpty(form: HTMLElement | null): void {
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>(MEASURES) ?? [])];
  (inputs.find(({ value }) => value === '') ?? inputs[0])?.focus();
}

/** Notices that a person should have seen before the screening is saved. */
const TO_BE_SEEN = new Set<string>([
  'height-fell',
  'weight-fell',
  'weight-rose',
  'muac-changed',
  'screened-same-day',
  'weight-for-height-implausible',
] satisfies ScreeningPreview['notices'][number]['code'][]);

/** Whether every figure that counts is typed. */
export function isWhole(
  values: ScreeningValues,
  isBeforeMuac: boolean,
  isMuacOnly: boolean,
): boolean {
  return (
    (values.muac !== '' || (isBeforeMuac && !isMuacOnly)) &&
    (isMuacOnly || (values.height !== '' && values.weight !== ''))
  );
}

/** Whether a question about the figures waits to be read: Enter by reflex must not pass over it. */
export const hasQuestion = ({ notices }: ScreeningPreview): boolean =>
  notices.some(({ code }) => TO_BE_SEEN.has(code));

/** The answer about the feet that Enter leads to; null when it is given. */
function openFeet(form: HTMLFormElement): HTMLElement | null {
  const answers = [...form.querySelectorAll<HTMLInputElement>(FEET)];
  return answers.some(({ checked }) => checked) ? null : (answers[0] ?? null);
}

/**
 * Enter leads to the next figure, and from the last one to the feet unless they are answered. There
 * it saves if `maySave`, else it leads to the button. Ctrl+Enter saves from everywhere in the form.
 */
export function onFormKeys(event: KeyboardEvent<HTMLFormElement>, maySave: boolean): void {
  const { target, currentTarget: form, key, ctrlKey, metaKey } = event;
  if (key !== 'Enter') return;
  const button = form.querySelector<HTMLElement>('[type="submit"]');
  if (ctrlKey || metaKey) {
    event.preventDefault();
    if (button !== null && !event.repeat) form.requestSubmit();
    return;
  }
  if (!(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  // A key that is held repeats: it must not run through the figures and save them.
  if (event.repeat) return;
  const isFeet = target.matches(FEET);
  const inputs = [...form.querySelectorAll<HTMLInputElement>(MEASURES)];
  const next = isFeet ? undefined : (inputs[inputs.indexOf(target) + 1] ?? openFeet(form));
  if (next) next.focus();
  else if (maySave && button !== null) form.requestSubmit();
  else button?.focus();
}
