import type { IssueBody } from '@crece/contract';
import {
  type Issue,
  type PlaceCode,
  type RightsCode,
  type SettingsCode,
  saidTextIssues,
} from '@crece/domain';
import type { MessageKey } from '@crece/messages';
import { useCallback } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { accountIssue } from '../../shared/accounts/account-words.ts';

type OwnCode =
  | PlaceCode
  | RightsCode
  | SettingsCode
  | 'name-taken'
  | 'email-taken'
  | 'server-clock';

/**
 * Sentences for codes that only the administration gets, or that need other words here than for the
 * account's owner.
 */
const SENTENCES: Readonly<Record<OwnCode, MessageKey>> = {
  'email-taken': 'admin.reason.email-taken',
  'name-taken': 'admin.reason.name-taken',
  'server-clock': 'admin.issue.server-clock',
  'roles-required': 'admin.issue.roles-required',
  'sync-needs-user': 'admin.issue.sync-needs-user',
  'scope-empty': 'admin.issue.scope-empty',
  'own-account': 'admin.reason.own-account',
  'account-wider': 'admin.issue.account-wider',
  'scope-wider': 'admin.issue.scope-wider',
  'country-unknown': 'admin.issue.country-unknown',
  'unit-unknown': 'admin.issue.unit-unknown',
  'place-name-required': 'accounts.name-required',
  'place-name-length': 'accounts.name-length',
  'country-name-taken': 'admin.issue.country-name-taken',
  'country-code-shape': 'admin.issue.country-code-shape',
  'country-code-taken': 'admin.issue.country-code-taken',
  'country-flag-required': 'admin.issue.country-flag-required',
  'country-image-shape': 'admin.issue.country-image-shape',
  'country-gone': 'admin.issue.country-gone',
  'unit-gone': 'admin.issue.unit-gone',
  'unit-moved': 'admin.issue.unit-moved',
  'unit-pilot-changed': 'admin.issue.unit-pilot-changed',
  'unit-name-taken': 'admin.issue.unit-name-taken',
  'database-shape': 'admin.issue.database-shape',
  'database-ending': 'admin.issue.database-ending',
  'database-reserved': 'admin.issue.database-reserved',
  'database-taken': 'admin.issue.database-taken',
  'ward-length': 'admin.issue.ward-length',
  'ward-twice': 'admin.issue.ward-twice',
  'note-length': 'admin.issue.note-length',
  'note-required': 'admin.issue.note-required',
  'clinic-phone-shape': 'admin.issue.clinic-phone-shape',
  'setting-not-a-number': 'admin.issue.setting-not-a-number',
  'setting-out-of-range': 'admin.issue.setting-out-of-range',
  'setting-not-whole': 'admin.issue.setting-not-whole',
  'next-visit-order': 'admin.issue.next-visit-order',
  'text-length': 'admin.issue.text-length',
  'text-shape': 'admin.issue.text-shape',
  'text-for-nothing': 'admin.issue.text-for-nothing',
  'text-placeholder': 'admin.issue.text-placeholder',
  'text-forbidden-word': 'admin.issue.text-forbidden-word',
  'severe-amount-length': 'admin.issue.severe-amount-length',
  'severe-amount-shape': 'admin.issue.severe-amount-shape',
};

/**
 * Sentences for a code that occurs on two fields of one form, so that the summary distinguishes
 * them.
 */
const SENTENCES_OF_FIELDS: Readonly<Record<string, MessageKey>> = {
  'firstName name-required': 'accounts.first-name-required',
  'lastName name-required': 'accounts.last-name-required',
};

const isOwn = (code: string): code is OwnCode => Object.hasOwn(SENTENCES, code);

/** Returns a function that describes an issue of a field in an administration form. */
export function useIssueSentence(): (issue: Issue | IssueBody) => string {
  const { t } = useMessages();
  return useCallback(
    (issue) => {
      const { code, field, params } = issue;
      const key = SENTENCES_OF_FIELDS[`${field} ${code}`];
      if (key !== undefined) return t(key, params);
      return isOwn(code) ? t(SENTENCES[code], params) : accountIssue(t, issue);
    },
    [t],
  );
}

/**
 * The attributes of a field for one of a setting's texts: the setting has one error for all of them,
 * and only those that are wrong show it. Their name leads the form's summary to them.
 */
export function useTextField() {
  const sentence = useIssueSentence();
  return (setting: string, error: string | undefined, text = '', max?: number) => {
    const [issue] =
      error === undefined ? [] : saidTextIssues(setting, { text: { en: text } }, undefined, max);
    return issue === undefined ? {} : { name: setting, error: sentence(issue) };
  };
}
