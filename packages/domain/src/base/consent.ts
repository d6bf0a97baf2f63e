import type { Consent } from './words.ts';

const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The answer in a stored field; what cannot be one is left out. A refusal without a readable day or
 * name stays a refusal.
 */
export function readConsent(value: unknown): Consent | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { given, day, who, ...others } = value as Partial<Record<keyof Consent, unknown>>;
  if (typeof given !== 'boolean') return undefined;
  const isDay = typeof day === 'string' && (day === '' || IS_DAY.test(day));
  if (isDay && typeof who === 'string' && Object.keys(others).length === 0) return value as Consent;
  return { given, day: isDay ? day : '', who: typeof who === 'string' ? who : '' };
}
