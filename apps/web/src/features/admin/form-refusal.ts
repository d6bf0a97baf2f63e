import type { IssueBody } from '@crece/contract';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { HttpError } from '../../api/http.ts';
import { issuesOf } from '../../shared/accounts/account-words.ts';
import { atFormField } from './user-form.ts';

/**
 * Shows the server's refusal at the fields. Returns whether every issue has a field; the caller
 * must show the others.
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
