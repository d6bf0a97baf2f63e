import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aChild, aReportServer, COBAN, fill } from '../reports/testing/report-server.ts';
import { soon } from '../testing/soon.ts';
import { anApp, INDEX_HTML } from '../testing/test-app.ts';
import { aClock, call, saidBy } from '../testing/test-people.ts';
import { sweepFiles } from './retention.ts';

/** A coordinator's finished report of one unit, with other accounts and files. */
async function aFile() {
  const time = aClock();
  const server = await aReportServer({ clock: time.clock });
  await fill(server.app, COBAN, [aChild(COBAN, 'Ana')]);
  const owner = await server.person('ana', ['user', 'sync']);
  const { fileName = '', id } = await server.report(owner.token);
  const { app } = server;
  const ticketOf = async (token: string, name = fileName): Promise<string> => {
    const answer = await call(app, 'POST', `/api/files/${name}/ticket`, {}, { token });
    return answer.statusCode === 200 ? answer.json<{ ticket: string }>().ticket : saidBy(answer);
  };
  const open = (path: string, headers: Record<string, string> = {}) =>
    call(app, 'GET', path, undefined, { headers });
  const withTicket = async (ticket: string, name = fileName) =>
    saidBy(await open(`/files/${name}?ticket=${ticket}`));
  return { ...server, ...time, ...owner, owner, id, fileName, ticketOf, open, withTicket };
}
const PERSON = { accept: 'text/html,application/xhtml+xml' };

describe('GET /files/:fileName', () => {
  it('answers a person who opens the address with the application, and the file only for a ticket', async () => {
    const { fileName, token, open, ticketOf } = await aFile();
    expect((await open(`/files/${fileName}`, PERSON)).body).toBe(INDEX_HTML);
    const ticket = await ticketOf(token);
    const file = await open(`/files/${fileName}?ticket=${ticket}`, PERSON);
    expect(file.headers['content-disposition']).toContain(fileName);
    expect(file.headers['cache-control']).toBe('no-store');
    expect(file.body).toContain('Ana');
    // Opened later from the browser's download list: the application requests another ticket.
    expect((await open(`/files/${fileName}?ticket=${ticket}`, PERSON)).body).toBe(INDEX_HTML);
  });

  it('accepts a ticket once; of several simultaneous requests one gets the file', async () => {
    const { token, ticketOf, withTicket } = await aFile();
    const ticket = await ticketOf(token);
    const said = await Promise.all([1, 2, 3].map(() => withTicket(ticket)));
    expect(said.sort()).toEqual(['200', '403 forbidden', '403 forbidden']);
  });

  it('accepts a ticket until its sixtieth second, and not after it', async () => {
    const { token, ticketOf, withTicket, pass } = await aFile();
    const [early, late] = [await ticketOf(token), await ticketOf(token)];
    pass(59_999);
    expect(await withTicket(early)).toBe('200');
    pass(1);
    expect(await withTicket(late)).toBe('403 forbidden');
  });

  it('accepts a ticket for its own file only, and refuses an invented ticket', async () => {
    const { token, ticketOf, withTicket, report } = await aFile();
    const other = (await report(token)).fileName ?? '';
    expect(await withTicket(await ticketOf(token), other)).toBe('403 forbidden');
    for (const made of ['', 'x', 'x'.repeat(43), '../..', '%00']) {
      expect(await withTicket(made)).toMatch(/^40[03] /);
    }
  });

  it('a file is for its owner and for administrators of the place, by token and by ticket', async () => {
    const { app, person, fileName, ticketOf, download } = await aFile();
    const who = {
      nobody: '',
      'another coordinator': (await person('eva', ['user', 'sync'])).token,
      'a user': (await person('leo', ['user'])).token,
      'an administrator': (await person('boss', ['user', 'admin'])).token,
      'an administrator elsewhere': (await person('far', ['user', 'admin'], { countries: ['HND'] }))
        .token,
    };
    const said: Record<string, string[]> = {};
    for (const [name, token] of Object.entries(who)) {
      const ticket = await ticketOf(token);
      said[name] = [saidBy(await download(token, fileName)), ticket.length === 43 ? '200' : ticket];
    }
    expect(said).toEqual({
      nobody: ['401 unauthorized', '401 unauthorized'],
      'another coordinator': ['404 not-found', '404 not-found'],
      'a user': ['404 not-found', '403 forbidden'],
      'an administrator': ['200', '200'],
      'an administrator elsewhere': ['404 not-found', '404 not-found'],
    });
    const log = await call(app, 'GET', '/api/audit?page=1&who=&what=file-downloaded', undefined, {
      token: who['an administrator'],
    });
    expect(log.json()).toMatchObject({
      total: 1,
      entries: [{ who: 'boss', whom: COBAN, detail: fileName }],
    });
  });

  it('a file is refused when the role, the scope or the session of its owner ends, also with tickets', async () => {
    const { app, account, token, fileName, ticketOf, withTicket, download, report } = await aFile();
    const { accounts, sessions } = app.services;
    const ticket = await ticketOf(token);
    await accounts.update(account.id, { scope: { countries: ['HND'] } });
    expect(await withTicket(ticket)).toBe('403 forbidden');
    expect(saidBy(await download(token, fileName))).toBe('401 unauthorized');
    const again = await accounts.byId(account.id);
    const elsewhere = await sessions.create(again ?? account);
    expect(saidBy(await download(elsewhere, fileName))).toBe('404 not-found');
    await expect(report(elsewhere)).rejects.toThrow('forbidden');
    await accounts.update(account.id, { scope: undefined });
    const back = await sessions.create((await accounts.byId(account.id)) ?? account);
    expect(saidBy(await download(back, fileName))).toBe('200');
    const before = await ticketOf(back);
    await accounts.update(account.id, { roles: ['user'] });
    expect(await withTicket(before)).toBe('403 forbidden');
    const user = await sessions.create((await accounts.byId(account.id)) ?? account);
    expect(saidBy(await download(user, fileName))).toBe('404 not-found');
    expect(await ticketOf(user)).toBe('403 forbidden');
  });

  it('answers no file of another name, even for an administrator: outside, half written, of no job', async () => {
    const { app, person } = await aFile();
    const { token } = await person('boss', ['user', 'admin']);
    writeFileSync(join(app.services.jobs.filesFolder, 'half.csv.part'), 'half');
    writeFileSync(join(app.services.jobs.filesFolder, 'nothing.csv'), 'half');
    for (const name of [
      '..%2f..%2fsystem.sqlite',
      '..%2fsecret.txt',
      '%2e%2e%2fsystem.sqlite',
      '..%5c..%5csystem.sqlite',
      '%2fetc%2fpasswd',
      'a%00.csv',
      'nothing.csv',
      '.csv',
      'half.csv.part',
      '%E0%A4%A',
    ]) {
      const answer = await call(app, 'GET', `/files/${name}`, undefined, { token });
      expect(answer.statusCode, name).toBeGreaterThanOrEqual(400);
      expect(answer.body, name).not.toContain('half');
    }
  });
});

describe('the lifetime of files', () => {
  it('deletes a file after 7 days, which the list shows, and the job after 30', async () => {
    const { app, token, id, fileName, download, jobOf, pass, account } = await aFile();
    const { jobs, sessions, accounts } = app.services;
    const clock = (): Date => app.services.clock();
    const DAY = 24 * 60 * 60_000;
    expect(await jobOf(token, id)).toMatchObject({ expiresAt: '2025-06-08T08:00:00.000Z' });
    pass(7 * DAY - 1);
    expect(await sweepFiles(jobs, clock, 7)).toBe(0);
    expect(readdirSync(jobs.filesFolder)).toEqual([fileName]);
    pass(1);
    expect(await sweepFiles(jobs, clock, 7)).toBe(1);
    expect(readdirSync(jobs.filesFolder)).toEqual([]);
    const later = await sessions.create((await accounts.byId(account.id)) ?? account);
    const job = await jobOf(later, id);
    expect(job).toMatchObject({ state: 'done', rows: 1 });
    expect(job).not.toHaveProperty('fileName');
    expect(saidBy(await download(later, fileName))).toBe('404 not-found');
    pass(23 * DAY);
    await sweepFiles(jobs, clock, 7);
    expect(await jobs.byId(id)).toBe(null);
  });

  it('keeps a file for as many days as the programme has set, of which the list tells', async () => {
    const { app, token, id, jobOf, pass } = await aFile();
    const { jobs, programme, clock } = app.services;
    const was = await programme.current();
    const by = { who: 'boss', at: '2025-06-01T08:00:00.000Z' };
    await programme.change(was, { ...was, fileDays: 2 }, by);
    expect(await jobOf(token, id)).toMatchObject({ expiresAt: '2025-06-03T08:00:00.000Z' });
    const DAY = 24 * 60 * 60_000;
    pass(2 * DAY - 1);
    expect(await sweepFiles(jobs, clock, 2)).toBe(0);
    pass(1);
    expect(await sweepFiles(jobs, clock, 2)).toBe(1);
  });

  it('a start of the server deletes files and entries of the log that are past the terms of the programme', async () => {
    const { app, fileName, clock, pass } = await aFile();
    const { audit, programme, jobs, stores } = app.services;
    const dataDir = dirname(jobs.filesFolder);
    await audit.record({ what: 'sign-in', who: 'zoe', whom: null, from: null });
    const was = await programme.current();
    const by = { who: 'boss', at: '2025-06-01T08:00:00.000Z' };
    await programme.change(was, { ...was, fileDays: 3, auditDays: 90 }, by);
    await app.app.close();
    const started = async () => {
      const again = await anApp({ config: { dataDir }, stores, clock });
      await again.services.background.settled();
      const { entries } = await again.services.audit.page({ who: '', what: '' }, 1);
      await again.app.close();
      return [existsSync(join(dataDir, 'reports', fileName)), entries.some(isSignIn)];
    };
    const isSignIn = ({ what, who }: { what: string; who: string | null }) =>
      what === 'sign-in' && who === 'zoe';
    const DAY = 24 * 60 * 60_000;
    const seen: boolean[][] = [];
    // Never more than 29 days at once: after a month without a server a clock is not believed.
    for (const time of [3 * DAY - 1, 1, 29 * DAY, 29 * DAY, 29 * DAY - 1, 2]) {
      pass(time);
      seen.push(await started());
    }
    const [both, entry, neither] = [
      [true, true],
      [false, true],
      [false, false],
    ];
    expect(seen).toEqual([both, entry, entry, entry, entry, neither]);
  });

  it('deletes a file that belongs to no job once it is an hour old', async () => {
    const { app, fileName } = await aFile();
    const { jobs } = app.services;
    const now = new Date();
    for (const [name, minutes] of [
      ['young.csv', 59],
      ['old.csv', 61],
    ] as const) {
      const path = join(jobs.filesFolder, name);
      writeFileSync(path, 'a file of no job');
      const at = new Date(now.getTime() - minutes * 60_000);
      utimesSync(path, at, at);
    }
    await sweepFiles(jobs, () => now, 7);
    // The report was made with the test's clock in 2025, so its seven days are over too.
    expect(readdirSync(jobs.filesFolder)).toEqual(['young.csv']);
    expect(fileName).not.toBe('');
  });

  it('deletes file and job when its owner removes it from the list, which nobody else can', async () => {
    const { app, person, token, id, fileName } = await aFile();
    const { token: other } = await person('boss', ['user', 'admin']);
    const drop = (as: string) =>
      call(app, 'DELETE', `/api/reports/${id}`, undefined, { token: as });
    expect(saidBy(await drop(other))).toBe('404 not-found');
    expect(readFileSync(join(app.services.jobs.filesFolder, fileName), 'utf8')).toContain('Ana');
    expect((await drop(token)).statusCode).toBe(204);
    expect(readdirSync(app.services.jobs.filesFolder)).toEqual([]);
    expect(saidBy(await drop(token))).toBe('404 not-found');
  });

  it('stops a running report when its owner deletes it', async () => {
    const { app, token, begin, jobOf } = await aFile();
    const id = await begin(token);
    await call(app, 'DELETE', `/api/reports/${id}`, undefined, { token });
    await soon(async () => expect((await jobOf(token, id)).state).toBe('failed'));
    expect(await jobOf(token, id)).toMatchObject({ state: 'failed', text: 'It was stopped.' });
    expect(readdirSync(app.services.jobs.filesFolder)).toHaveLength(1);
  });
});
