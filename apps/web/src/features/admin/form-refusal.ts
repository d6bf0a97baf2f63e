import type { Issue } from '@crece/domain';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { HttpError } from '../../api/http.ts';
import { issuesOf } from '../../components/accounts/account-words.ts';

/** Fields of a request that are made of other fields of the form. */
const FIELD_OF_PART: Readonly<Record<string, string>> = {
  roles: 'user',
  scope: 'reach',
  'scope.countries': 'reach',
  'scope.stakes': 'reach',
};

/**
 * Puts what the server refused beside its fields; answers whether all of it found a place there.
 * What did not is the caller's to say.
 */
export function placeRefusal<Values extends FieldValues>(
  cause: unknown,
  hook: UseFormReturn<Values>,
  sentence: (issue: Issue) => string,
): boolean {
  if (!(cause instanceof HttpError)) return false;
  const values = hook.getValues();
  const issues = issuesOf(cause).map(({ field = '', ...issue }) => ({
    ...issue,
    field: FIELD_OF_PART[field] ?? field,
  }));
  const placed = issues.filter(({ field }) => Object.hasOwn(values, field));
  placed.forEach((issue, index) => {
    hook.setError(
      issue.field as Path<Values>,
      { type: issue.code, message: sentence(issue as Issue) },
      { shouldFocus: index === 0 },
    );
  });
  return issues.length > 0 && placed.length === issues.length;
}
