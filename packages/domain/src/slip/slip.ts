import { BASE32_LETTERS, lettersOfBits, readLetters } from './base32.ts';

/** 80 random bits. */
export const SLIP_LENGTH = 16;
/** Bytes of a secure generator of which a slip is made. */
export const SLIP_BYTES = 10;
/** A screening gets one slip from each phone that gives it one; more come from no phone. */
const SLIPS_MAX = 8;

const IS_SLIP = new RegExp(`^[${BASE32_LETTERS}]{${SLIP_LENGTH}}$`);

export function isSlip(value: unknown): value is string {
  return typeof value === 'string' && IS_SLIP.test(value);
}

/** Sorted, each once. */
function inOrder(slips: readonly string[]): readonly string[] {
  return [...new Set(slips)].sort().slice(0, SLIPS_MAX);
}

/**
 * A new slip of 10 bytes of a secure generator. Throws for another number of bytes.
 */
export function makeSlip(bytes: Uint8Array): string {
  if (bytes.length !== SLIP_BYTES) throw new RangeError(`A slip is made of ${SLIP_BYTES} bytes.`);
  const bits = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return lettersOfBits(bits, SLIP_LENGTH);
}

/** A slip as a person types or reads it out: in any case, with blanks and hyphens; null when it is none. */
export function readSlip(text: string): string | null {
  const slip = readLetters(text);
  return isSlip(slip) ? slip : null;
}

/** A slip in groups of four, as it is printed. */
export function slipInGroups(slip: string): string {
  return slip.match(/.{1,4}/g)?.join('-') ?? '';
}

/** All of a slip that a log or the audit may hold: who reads it cannot answer with it. */
export function firstOfSlip(slip: string): string {
  return slip.slice(0, 4);
}

/** The slips of a stored field, sorted; what cannot be one is left out. */
export function readSlips(value: unknown): readonly string[] | undefined {
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  const slips = inOrder(listed.filter(isSlip));
  if (slips.length === 0) return undefined;
  const isAsStored = Array.isArray(value) && value.length === slips.length;
  return isAsStored && slips.every((slip, at) => slip === value[at]) ? (value as string[]) : slips;
}

/** The slips of both versions: whoever holds one of them is answered. */
export function joinSlips(one: unknown, other: unknown): readonly string[] | undefined {
  const slips = inOrder([...(readSlips(one) ?? []), ...(readSlips(other) ?? [])]);
  return slips.length === 0 ? undefined : slips;
}
