/** Signs no device: demonstration records are nobody's, never pending, and never leave the device. */
export const DEMONSTRATION = 'demo';

/** Whether a record was invented for the demonstration; once a person edits it, it is that person's. */
export const isInvented = ({ device }: { readonly _id: string; readonly device?: unknown }) =>
  device === DEMONSTRATION;
