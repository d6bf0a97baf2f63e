import { type ErasureReason, idOfFormerAccount } from '@crece/contract';
import type { Translator } from '@crece/messages';
import { useMessages } from '../../data/messages.tsx';

/** Why somebody was erased, in words. */
export function useReasonWords(): (why: ErasureReason, whom: 'record' | 'account') => string {
  const { t } = useMessages();
  return (why, whom) =>
    t(whom === 'account' && why === 'asked' ? 'erasures.account-asked' : `erasures.why.${why}`);
}

/** Enough to tell erased accounts apart; the whole id is in the list of erasures. */
const SHOWN_OF_ID = 8;

/** A user name of the log or the register; of an erased account only its id is left. */
export function userNameText({ t }: Pick<Translator, 't'>, username: string): string {
  const id = idOfFormerAccount(username);
  return id === null ? username : t('admin.account-erased', { id: id.slice(0, SHOWN_OF_ID) });
}

/**
 * The person of a user name that the log or the settings quote. `name`: absent, the reader may not see
 * the account; `null`, it is gone.
 */
export function personText(
  { t }: Pick<Translator, 't'>,
  username: string,
  name: string | null | undefined,
): string {
  return name === null && idOfFormerAccount(username) === null
    ? t('admin.account-gone', { username })
    : (name ?? userNameText({ t }, username));
}
