/** The languages of the application, and so of the texts that a programme writes for it. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
