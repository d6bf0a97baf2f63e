import { readSlip, readSlipFragment } from '@crece/domain';

/** A slip that is to be answered. */
export interface AskedSlip {
  readonly slip: string;
  /** The day of its screening. */
  readonly day: string;
}

/** A slip whose day is still to be typed: a number alone does not hold it. */
interface Numbered {
  readonly slip: string;
  readonly day?: never;
}

/** The slip in a scanned text or in the address of this page; null: it is something else. */
export function readSlipText(text: string): AskedSlip | Numbered | null {
  const link = readSlipFragment(text);
  if (link !== null) return { slip: link.slip, day: link.day };
  const slip = readSlip(text);
  return slip === null ? null : { slip };
}

/** Takes the slip out of the address at once: neither the history nor a glance at the screen keeps it. */
export function takeFragment(): string {
  const { hash, pathname } = window.location;
  if (hash !== '') window.history.replaceState(null, '', pathname);
  return hash;
}
