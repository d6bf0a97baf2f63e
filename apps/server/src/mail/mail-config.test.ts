import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mailConfigOf, mailEnvironment } from './mail-config.ts';

const schema = z.object(mailEnvironment);

function read(environment: Record<string, string>) {
  return mailConfigOf(schema.parse(environment));
}

describe('the environment variables of mail', () => {
  it('select files when nothing is set', () => {
    expect(read({})).toEqual({
      ok: true,
      config: { smtpUrl: null, from: { name: 'Crece', address: 'crece@localhost' } },
    });
  });

  it.each([
    ['crece@example.org', { name: '', address: 'crece@example.org' }],
    ['Crece <crece@example.org>', { name: 'Crece', address: 'crece@example.org' }],
    ['Crece de Guatemala<crece@correo>', { name: 'Crece de Guatemala', address: 'crece@correo' }],
  ])('accept the sender %s', (text, from) => {
    expect(read({ CRECE_SMTP_URL: 'smtp://mail.example.org:2525', CRECE_MAIL_FROM: text })).toEqual(
      {
        ok: true,
        config: { smtpUrl: 'smtp://mail.example.org:2525', from },
      },
    );
  });

  it.each([
    'crece',
    '@example.org',
    'crece@example.org, eve@example.org',
    'Crece <crece@example.org>, eve@example.org',
    'Crece <crece@example.org',
    'Crece\r\nBcc: eve@example.org <crece@example.org>',
    'crece@example.org\r\nBcc: eve@example.org',
    '<crece@example.org> Crece',
  ])('refuse the sender %j', (text) => {
    expect(schema.safeParse({ CRECE_MAIL_FROM: text }).success).toBe(false);
  });

  it.each(['mail.example.org', 'http://mail.example.org', 'smtp://', 'smtp:mail'])(
    'refuse the mail server %j',
    (text) => {
      expect(schema.safeParse({ CRECE_SMTP_URL: text }).success).toBe(false);
    },
  );

  it('require a sender if there is a mail server', () => {
    expect(read({ CRECE_SMTP_URL: 'smtps://name:word@mail.example.org' })).toEqual({
      ok: false,
      problems: ['CRECE_MAIL_FROM must be set where CRECE_SMTP_URL is'],
    });
  });
});
