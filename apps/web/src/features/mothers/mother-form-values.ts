import type { MotherDraft } from '@crece/domain';

/** Values of the form during typing. */
export type MotherFormValues = { [Name in keyof MotherDraft]: string };
