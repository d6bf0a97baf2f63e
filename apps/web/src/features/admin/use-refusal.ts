import { useCallback } from 'react';
import { type HttpError, leftToSay } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { failureText } from '../../shared/words/failure-words.ts';
import { useNotices } from '../../ui/notices.tsx';
import { useIssueSentence } from './issue-words.ts';

/** Refusals that have their own sentence. */
const WORDED = [
  'last-admin',
  'own-account',
  'name-taken',
  'email-taken',
  'conflict',
  'too-many',
  'validation',
  'unavailable',
] as const;

/**
 * Returns a function that explains a refusal of the server, in our own sentence when this version
 * knows the reason.
 */
export function useReason(): (refusal: HttpError) => string {
  const { t } = useMessages();
  const sentence = useIssueSentence();
  return useCallback(
    (refusal) => {
      const { code, issues } = refusal;
      // Without a form there is no field that could show it.
      const [issue] = issues;
      if (code === 'validation' && issue !== undefined) return sentence(issue);
      const worded = WORDED.find((known) => known === code);
      return worded === undefined ? failureText(t, refusal) : t(`admin.reason.${worded}`);
    },
    [t, sentence],
  );
}

/**
 * Returns a function that shows under a title why the server refused, unless the error catalogue
 * has already reported it. The message stays until closed.
 */
export function useSayRefusal(): (cause: unknown, title: string) => void {
  const { complain } = useNotices();
  const reasonOf = useReason();
  return useCallback(
    (cause, title) => {
      const left = leftToSay(cause);
      if (left !== null) complain({ title, text: reasonOf(left) });
    },
    [complain, reasonOf],
  );
}
