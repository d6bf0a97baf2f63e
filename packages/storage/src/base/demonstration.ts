/**
 * Device id of demonstration records: they belong to no device, are never pending, and never leave
 * the device.
 */
export const DEMONSTRATION = 'demo';

/** Whether it is a demonstration record; one that a person has edited no longer is. */
export const isInvented = ({ device }: { readonly _id: string; readonly device?: unknown }) =>
  device === DEMONSTRATION;
