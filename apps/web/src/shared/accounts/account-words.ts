import type { IssueBody } from '@crece/contract';
import type { EmailCode, Issue, NameCode, NewPasswordCode, UsernameCode } from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';
import type { HttpErrorCode } from '../../api/failed-calls.ts';
import type { HttpError } from '../../api/http.ts';
import { failureText } from '../words/failure-words.ts';

type AccountCode =
  | UsernameCode
  | EmailCode
  | NameCode
  | NewPasswordCode
  | 'password-common'
  | 'name-taken'
  | 'email-taken'
  | 'wrong-password';

const ISSUES: Readonly<Record<AccountCode, MessageKey>> = {
  'username-required': 'accounts.username-required',
  'username-length': 'accounts.username-length',
  'username-characters': 'accounts.username-characters',
  'username-separators': 'accounts.username-separators',
  'username-dot-ends': 'accounts.username-dot-ends',
  'username-reserved': 'accounts.username-reserved',
  'email-required': 'accounts.email-required',
  'email-invalid': 'accounts.email-invalid',
  'name-required': 'accounts.name-required',
  'name-length': 'accounts.name-length',
  'password-length': 'accounts.password-length',
  'password-lower': 'accounts.password-lower',
  'password-upper': 'accounts.password-upper',
  'password-digit': 'accounts.password-digit',
  'password-special': 'accounts.password-special',
  'password-repeated': 'accounts.password-repeated',
  'password-pattern': 'accounts.password-pattern',
  'password-is-name': 'accounts.password-is-name',
  'password-differs': 'accounts.password-differs',
  'password-common': 'accounts.password-common',
  'name-taken': 'accounts.name-taken',
  'email-taken': 'accounts.email-taken',
  'wrong-password': 'accounts.wrong-password',
};

/** The same code in two adjacent fields: each has its own sentence. */
const NAMES_REQUIRED: Readonly<Record<string, MessageKey>> = {
  firstName: 'accounts.first-name-required',
  lastName: 'accounts.last-name-required',
};

/** The field of a refusal without issues. */
const FIELDS: Readonly<Partial<Record<HttpErrorCode, string>>> = {
  'name-taken': 'username',
  'email-taken': 'email',
  'wrong-password': 'currentPassword',
};

const REFUSALS: Readonly<Partial<Record<HttpErrorCode, MessageKey>>> = {
  'wrong-credentials': 'accounts.wrong-credentials',
  'confirm-needed': 'accounts.confirm-needed',
  'link-invalid': 'accounts.link-invalid',
  'link-expired': 'accounts.link-expired',
  'code-invalid': 'accounts.code-invalid',
  'last-admin': 'accounts.last-admin',
  'own-account': 'accounts.own-account',
  'last-sign-in': 'accounts.last-sign-in',
  'too-many': 'accounts.too-many',
  'too-large': 'accounts.too-large',
  'unsupported-type': 'accounts.unsupported-type',
  conflict: 'accounts.conflict',
  validation: 'accounts.refused-form',
  unavailable: 'accounts.unavailable',
};

const isAccountCode = (code: string): code is AccountCode => Object.hasOwn(ISSUES, code);

/** The message of an issue in an account's field. */
export function accountIssue(
  t: Translator['t'],
  { code, field = '', params = {} }: Pick<Issue, 'code' | 'field' | 'params'> | IssueBody,
): string {
  if (!isAccountCode(code)) return t('accounts.issue-other');
  const named = code === 'name-required' ? NAMES_REQUIRED[field] : undefined;
  return t(named ?? ISSUES[code], params);
}

/** The fields of a refused call: its issues, or the field of its code. */
export function issuesOf(error: HttpError): IssueBody[] {
  const field = FIELDS[error.code];
  const named = error.issues.filter((issue) => issue.field !== undefined);
  if (named.length > 0) return named;
  return field === undefined ? [] : [{ field, code: error.code }];
}

/** The reason for a refused or failed call, in the person's language. */
export function refusalSentence(t: Translator['t'], error: HttpError): string {
  const { code } = error;
  if (isAccountCode(code)) return t(ISSUES[code]);
  if (code === 'refused') return failureText(t, error);
  const [issue] = error.issues;
  if (issue !== undefined) return accountIssue(t, issue);
  const known = REFUSALS[code];
  return known === undefined ? failureText(t, error) : t(known);
}
