/** The history state that passes a scanned card's number to the form of a new child. */
export const newCardState = (cardNumber: string) => ({ cardNumber });

/** The number in a history state; empty when there is none. */
export function scannedNumber(state: unknown): string {
  const { cardNumber } = Object(state) as { cardNumber?: unknown };
  return typeof cardNumber === 'string' ? cardNumber : '';
}
