import type { Checked } from '../fields/entities.ts';

/** Number of digits of a device PIN. */
export const PIN_LENGTH = 6;

export type PinCode = 'pin-digits' | 'pin-same' | 'pin-run';

/**
 * Seconds to wait, indexed by the number of wrong PINs in a row: none for the first three, then
 * longer.
 */
const DELAYS_SECONDS = [0, 0, 0, 0, 5, 15, 30, 60, 300] as const;
const LONGEST_DELAY_SECONDS = 300;

/**
 * Whether each digit differs from the one before by the same step of +1 or −1; 9 and 0 are
 * neighbours.
 */
function isRun(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, i) => (Number(digit) - Number(pin[i]) + 10) % 10);
  return steps.every((step) => step === 1) || steps.every((step) => step === 9);
}

/** Checks a typed device PIN: six digits, not all equal, not a run such as 123456 or 654321. */
export function checkPin(text: string): Checked<string, PinCode> {
  const refuse = (code: PinCode): Checked<string, PinCode> => ({
    ok: false,
    issues: [{ code, field: 'pin' }],
  });
  if (!/^[0-9]+$/.test(text) || text.length !== PIN_LENGTH) return refuse('pin-digits');
  if (/^(.)\1*$/.test(text)) return refuse('pin-same');
  if (isRun(text)) return refuse('pin-run');
  return { ok: true, value: text, notices: [] };
}

/**
 * Seconds to wait before the next try after `failures` wrong PINs in a row: 3 → 0, 4 → 5, 8 → 300.
 */
export function pinDelaySeconds(failures: number): number {
  return DELAYS_SECONDS[Math.max(0, Math.floor(failures))] ?? LONGEST_DELAY_SECONDS;
}
