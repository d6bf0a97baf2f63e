import { type Checked, checkPin, type Issue, type PinCode } from '@crece/domain';

export type PinDraft = { current: string; pin: string; again: string };

/** What a person does with the PIN; each act has other fields. */
export type PinAct = 'set' | 'change' | 'renew' | 'remove';

export type PinFormCode = PinCode | 'pin-differs' | 'pin-current-required';

/** Checks the typed PINs of a form: the old one when it is asked for, the new one twice. */
export function checkPinDraft(draft: PinDraft, act: PinAct): Checked<PinDraft, PinFormCode> {
  const issues: Issue<PinFormCode>[] = [];
  if ((act === 'change' || act === 'remove') && draft.current === '') {
    issues.push({ code: 'pin-current-required', field: 'current' });
  }
  if (act !== 'remove') {
    const checked = checkPin(draft.pin);
    if (!checked.ok) issues.push(...checked.issues);
    if (draft.pin !== draft.again) issues.push({ code: 'pin-differs', field: 'again' });
  }
  return issues.length === 0 ? { ok: true, value: draft, notices: [] } : { ok: false, issues };
}
