import { API_PATHS } from '@crece/contract';
import type { FirstStepsBody } from '@crece/contract/schemas';
import { describe, expect, it } from 'vitest';
import { noteBackup } from '../base/last-backup.ts';
import { A_MAIL_SERVER, anApp } from '../testing/test-app.ts';
import { anAccount, aSignedIn, call, saidBy } from '../testing/test-people.ts';

type Options = Parameters<typeof anApp>[0];

async function open(options: Options = {}) {
  const app = await anApp(options);
  const { token } = await aSignedIn(app, { roles: ['user', 'admin'] });
  const steps = async () =>
    (await call(app, 'GET', API_PATHS.firstSteps, undefined, { token })).json<FirstStepsBody>();
  return { app, token, steps };
}

describe('GET /api/admin/first-steps', () => {
  it('tells a server that was just made', async () => {
    const { steps } = await open();
    expect(await steps()).toEqual({
      placesChanged: false,
      people: 1,
      sendsMail: false,
      hasSupportContact: false,
      backup: { isNightly: false, last: null },
    });
  });

  it('tells what was done', async () => {
    const { app, steps } = await open({
      config: { mail: A_MAIL_SERVER, supportContact: 'help@example.org' },
    });
    const { services } = app;
    await anAccount(app, { username: 'ben' });
    const { rev, catalogue } = await services.catalogue.current();
    const [country, ...others] = catalogue.countries;
    if (country === undefined) throw new Error('no country');
    const renamed = { ...catalogue, countries: [{ ...country, name: 'Elsewhere' }, ...others] };
    expect(await services.catalogue.change(rev, renamed, () => true)).toMatchObject({ ok: true });
    const at = new Date('2026-01-02T03:04:05.000Z');
    await noteBackup(services.config.dataDir, { at, file: 'crece.tar.gz' });
    expect(await steps()).toEqual({
      placesChanged: true,
      people: 2,
      sendsMail: true,
      hasSupportContact: true,
      backup: { isNightly: false, last: at.toISOString() },
    });
    const ahead = new Date('2100-01-01T02:00:00.000Z');
    await noteBackup(services.config.dataDir, { at: ahead, file: 'crece.tar.gz' });
    expect(await steps()).toMatchObject({ backup: { isNightly: false, last: null } });
  });

  it('is for an administrator of all places alone', async () => {
    const { app } = await open();
    const scope = { countries: ['GTM'] };
    const limited = await aSignedIn(app, { username: 'gina', roles: ['user', 'admin'], scope });
    const answer = await call(app, 'GET', API_PATHS.firstSteps, undefined, {
      token: limited.token,
    });
    expect(saidBy(answer)).toBe('403 forbidden');
  });
});
