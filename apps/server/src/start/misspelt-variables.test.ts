import { describe, expect, it } from 'vitest';
import { environmentSchema } from './config.ts';
import { misspeltVariables } from './misspelt-variables.ts';

describe('a variable that is no setting', () => {
  it.each([
    ['CRECE_PUBLC_URL', ' Did you mean CRECE_PUBLIC_URL?'],
    ['CRECE_SMTPURL', ' Did you mean CRECE_SMTP_URL?'],
    ['CRECE_BACKUPDIR', ' Did you mean CRECE_BACKUP_DIR?'],
    ['CRECE_FAVOURITE_COLOUR', ''],
  ])('a misspelt variable is named with the nearest setting: %s', (name, hint) => {
    const sentence = `${name} is no setting of Crece, so it has no effect.${hint}`;
    expect(misspeltVariables({ [name]: 'x' })).toEqual([sentence]);
  });

  it('settings, social sign-in and other programs’ variables are not named', () => {
    const known = Object.keys(environmentSchema.shape);
    const others = ['PATH', 'CRECE_OAUTH_GITHUB_CLIENT_ID', 'NODE_ENV', 'CRECE_DEEP'];
    const environment = Object.fromEntries([...known, ...others].map((name) => [name, 'x']));
    expect(misspeltVariables(environment)).toEqual([]);
  });
});
