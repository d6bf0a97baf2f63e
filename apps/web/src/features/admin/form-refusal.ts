import type { IssueBody } from '@crece/contract';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { HttpError } from '../../api/http.ts';
import { issuesOf } from '../../shared/accounts/account-words.ts';
import { atFormField } from './user-form.ts';

/**
 * Puts what the server refused beside its fields; answers whether all of it found a place there.
 * What did not is the caller's to say.
 */
export function placeRefusal<Values extends FieldValues>(
  cause: unknown,
  hook: UseFormReturn<Values>,
  sentence: (issue: IssueBody) => string,
): boolean {
  if (!(cause instanceof HttpError)) return false;
  const values = hook.getValues();
  const issues = issuesOf(cause).map((issue) => atFormField(issue));
  const placed = issues.filter(({ field = '' }) => Object.hasOwn(values, field));
  placed.forEach((issue, index) => {
    hook.setError(
      issue.field as Path<Values>,
      { type: issue.code, message: sentence(issue) },
      { shouldFocus: index === 0 },
    );
  });
  return issues.length > 0 && placed.length === issues.length;
}
