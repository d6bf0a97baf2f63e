/**
 * Storage key of sign-outs that the server has not confirmed: parts of tokens, separated by blanks.
 */
const LEFT = 'crece.ended';

/** The sessions that ended here and whose end the server has not confirmed. */
export const sessionsLeft = () => (localStorage.getItem(LEFT) ?? '').split(' ').filter(Boolean);

export const keepLeft = (tokens: readonly string[]) => localStorage.setItem(LEFT, tokens.join(' '));
