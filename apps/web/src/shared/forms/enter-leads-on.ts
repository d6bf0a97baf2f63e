import type { KeyboardEvent } from 'react';

const FIELDS = 'input, select, textarea';

/** Whether Enter can lead to a field: it is shown, and of a group of radio buttons it is the one. */
function isStop(field: Element): boolean {
  if (!(field instanceof HTMLElement) || field.closest('details:not([open])') !== null)
    return false;
  if (!(field instanceof HTMLInputElement)) return true;
  if (field.disabled || field.type === 'hidden' || field.type === 'date') return false;
  if (field.type !== 'radio') return true;
  const group = field.form?.elements.namedItem(field.name);
  const radios = group instanceof RadioNodeList ? [...group] : [field];
  const chosen = radios.find((each) => each instanceof HTMLInputElement && each.checked);
  return field === (chosen ?? radios[0]);
}

/**
 * For `onKeyDown` of a form: Enter leads to the next field, and in the last one sends the form; with
 * Ctrl it sends the form from everywhere. In a text of several lines Enter begins a line, as always.
 */
export function enterLeadsOn(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, ctrlKey, metaKey, target, currentTarget: form } = event;
  if (key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (ctrlKey || metaKey) {
    event.preventDefault();
    if (!event.repeat) form.requestSubmit();
    return;
  }
  if (!(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  // A key that is held repeats: it must not run through the form and save it.
  if (event.repeat) return;
  const stops = [...form.querySelectorAll(FIELDS)].filter(
    (field) => field === target || isStop(field),
  );
  const next = stops[stops.indexOf(target) + 1];
  if (next instanceof HTMLElement) next.focus();
  else form.requestSubmit();
}

/** For `onKeyDown` in the last field that must be filled: Enter sends the form. */
export function enterSends(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, currentTarget: form } = event;
  if (key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  // The key that led here is perhaps still held.
  if (!event.repeat) form.requestSubmit();
}
