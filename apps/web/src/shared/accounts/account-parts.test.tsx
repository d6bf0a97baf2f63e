import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { HttpError } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { renderApp } from '../../testing/render.tsx';
import { issuesOf, refusalSentence } from './account-words.ts';
import { LowerCaseField, PasswordField } from './password-field.tsx';
import { PasswordRules } from './password-rules.tsx';

function Rules() {
  const [text, setText] = useState('');
  return (
    <>
      <PasswordField
        label="Password"
        autoComplete="new-password"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <PasswordRules text={text} owner={{ username: 'ana.lopez', email: 'ana@example.org' }} />
    </>
  );
}

describe('PasswordRules', () => {
  const met = () =>
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .filter((item) => item.textContent?.includes('(met)'))
      .map((item) => item.textContent?.replace(' (met)', ''));

  it('ticks each rule when it is met, and none while the field is empty', async () => {
    await renderApp(<Rules />);
    const user = userEvent.setup();
    const field = screen.getByLabelText('Password');
    expect(met()).toEqual([]);
    await user.type(field, 'aaa');
    expect(met()).toEqual([
      'A lower-case letter',
      'No repeated groups, no keyboard rows',
      'Without your name, your e-mail or “crece”',
    ]);
    await user.clear(field);
    await user.type(field, 'Ana.Lopez1');
    expect(met()).not.toContain('Without your name, your e-mail or “crece”');
    await user.clear(field);
    await user.type(field, 'Verde#4821');
    expect(met()).toHaveLength(8);
    expect(met()[0]).toBe('10 to 128 characters');
  });

  it('requires no character classes of a passphrase of 20 characters, but of one of 19', async () => {
    await renderApp(<Rules />);
    const user = userEvent.setup();
    const field = screen.getByLabelText('Password');
    await user.type(field, 'ocho gatos en fila.');
    expect(met()).not.toContain('A capital letter');
    await user.type(field, 'y');
    expect(met()).toHaveLength(8);
  });
});

describe('PasswordField', () => {
  it('shows the password on demand and hides it again', async () => {
    await renderApp(<PasswordField label="Password" autoComplete="current-password" />);
    const user = userEvent.setup();
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    const button = screen.getByRole('button', { name: 'Show password' });
    expect([field.type, button.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
    await user.click(button);
    expect([field.type, button.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
    await user.click(button);
    expect(field.type).toBe('password');
  });
});

describe('LowerCaseField', () => {
  it('converts typed text to lower case, also in the middle', async () => {
    await renderApp(<LowerCaseField label="Username" />);
    const user = userEvent.setup();
    const field = screen.getByLabelText<HTMLInputElement>('Username');
    await user.type(field, 'ANA.Lopez');
    expect(field.value).toBe('ana.lopez');
    await user.type(field, 'M', { initialSelectionStart: 4, initialSelectionEnd: 4 });
    expect(field.value).toBe('ana.mlopez');
    expect(field.selectionStart).toBe(5);
  });
});

describe('the messages of account refusals', () => {
  function Said({ error }: { error: HttpError }) {
    const { t } = useMessages();
    return <p>{refusalSentence(t, error)}</p>;
  }

  it.each([
    [new HttpError('wrong-credentials', 422), 'Username or password is not right.'],
    [new HttpError('name-taken', 422), 'This username is taken. Choose another.'],
    [new HttpError('too-many', 429), 'Too many tries. Wait a minute, then try again.'],
    [
      new HttpError('server-error', 500, { message: 'Something went wrong.' }),
      'The server answered with an error (500). Try again in a few minutes.',
    ],
    [
      new HttpError('no-response', null),
      'No response received from server. Please try again later.',
    ],
    [
      new HttpError('refused', 422, { message: 'Names with <b> are not taken.' }),
      'Names with <b> are not taken.',
    ],
    [
      new HttpError('refused', 422, {
        message: 'Not so.',
        issues: [{ code: 'of-a-later-version' }],
      }),
      'Not so.',
    ],
    [new HttpError('refused', 418), 'The server refused this (code 418).'],
    [
      new HttpError('validation', 422, {
        issues: [{ field: 'username', code: 'username-length', params: { from: 3, to: 34 } }],
      }),
      'The username must have 3 to 34 characters.',
    ],
    [
      new HttpError('validation', 422, { issues: [{ code: 'of-a-later-version' }] }),
      'This cannot be used as it is.',
    ],
  ])('for %s', async (error, sentence) => {
    await renderApp(<Said error={error} />);
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it('find the field of a refusal that names none', () => {
    expect(issuesOf(new HttpError('email-taken', 422))).toEqual([
      { field: 'email', code: 'email-taken' },
    ]);
    expect(issuesOf(new HttpError('wrong-credentials', 422))).toEqual([]);
    const named = { field: 'email', code: 'email-invalid' };
    expect(issuesOf(new HttpError('validation', 422, { issues: [named, { code: 'x' }] }))).toEqual([
      named,
    ]);
  });
});
