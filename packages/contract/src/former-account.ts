/** Begins what stands for the user name of an erased account; no user name has a colon. */
const FORMER_PREFIX = 'former:';

/** Stands for an erased account's user name in the audit log and the register of erasures. */
export function formerAccountWord(accountId: string): string {
  return FORMER_PREFIX + accountId;
}

/** The id in such a word; `null` for a user name. */
export function idOfFormerAccount(word: string): string | null {
  return word.startsWith(FORMER_PREFIX) ? word.slice(FORMER_PREFIX.length) : null;
}
