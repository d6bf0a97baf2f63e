import type { ScreeningPreview } from '@crece/domain';
import type { KeyboardEvent } from 'react';
import type { ScreeningValues } from './form-values.ts';

const MEASURES = 'input[inputmode="decimal"]';

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

/**
 * Whether Enter in the last field may save at once: every figure that counts is typed, and no
 * question about them waits to be read.
 */
export function mayEnterSave(
  values: ScreeningValues,
  { notices }: ScreeningPreview,
  isBeforeMuac: boolean,
): boolean {
  const isMuacOnly = values.mode === 'muac';
  const isWhole =
    (values.muac !== '' || (isBeforeMuac && !isMuacOnly)) &&
    (isMuacOnly || (values.height !== '' && values.weight !== ''));
  return isWhole && !notices.some(({ code }) => TO_BE_SEEN.has(code));
}

/**
 * Enter leads to the next figure; in the last one it saves if `maySave`, else it leads to the button.
 * Ctrl+Enter saves from everywhere in the form.
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
  const inputs = [...form.querySelectorAll<HTMLInputElement>(MEASURES)];
  const next = inputs[inputs.indexOf(target) + 1];
  if (next !== undefined) next.focus();
  else if (maySave && button !== null) form.requestSubmit();
  else button?.focus();
}
