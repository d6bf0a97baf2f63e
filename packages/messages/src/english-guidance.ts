import guidance from './en/guidance.json' with { type: 'json' };

/** Sentences of the WHO guidance panel. */
export const ENGLISH_GUIDANCE = { ...guidance };
