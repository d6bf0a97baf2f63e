import guidance from './en/guidance.json' with { type: 'json' };

/** What the panel of WHO's guidance speaks. */
export const ENGLISH_GUIDANCE = { ...guidance };
