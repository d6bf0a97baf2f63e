import type { MotherDraft } from '@crece/domain';

/** What the form holds while it is typed. */
export type MotherFormValues = { [Name in keyof MotherDraft]: string };
