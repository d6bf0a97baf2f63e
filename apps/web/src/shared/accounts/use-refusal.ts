import { useCallback } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { leftToSay } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { accountIssue, issuesOf, refusalSentence } from './account-words.ts';

interface Refusal {
  /** The error's title, e.g. 'Signup Error!'. */
  title: string;
  /** Milliseconds; without it the notice stays until it is closed. */
  delay?: number;
  /** See `NoticeText`. */
  about?: string;
}

/**
 * `const refused = useRefusal()`, for the catch of a form's call: shows the reason in a notice with
 * the title, and at each field that the server names; typed text stays.
 */
export function useRefusal() {
  const { t } = useMessages();
  const { complain } = useNotices();
  return useCallback(
    <Values extends FieldValues>(
      cause: unknown,
      { delay, ...told }: Refusal,
      form?: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
    ) => {
      const left = leftToSay(cause);
      if (left === null) return;
      complain({ ...told, text: refusalSentence(t, left) }, delay);
      if (form === undefined) return;
      const fields = issuesOf(left).filter(({ field = '' }) =>
        Object.hasOwn(form.getValues(), field),
      );
      fields.forEach((issue, at) => {
        form.setError(
          issue.field as FieldPath<Values>,
          { type: issue.code, message: accountIssue(t, issue) },
          { shouldFocus: at === 0 },
        );
      });
    },
    [t, complain],
  );
}
