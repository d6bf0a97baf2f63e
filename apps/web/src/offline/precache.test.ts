import { describe, expect, it } from 'vitest';
import { answerOf, keysOf } from './precache.ts';

const keys = keysOf([
  { url: 'index.html', revision: 'r1' },
  { url: 'chrome-only.html', revision: 'r2' },
  { url: 'assets/main-abc.js', revision: null },
]);

const answer = (path: string, { mode = 'navigate', method = 'GET' } = {}) =>
  answerOf({ method, mode, url: new URL(path, 'https://crece.example') }, keys);

describe('the service worker', () => {
  it.each([
    '/',
    '/children/view/chld_1?stakeDB=a_gtm',
    '/children/countries/true',
    '/files/report-12.csv',
    '/syncinfo',
    '/nothing/here',
  ])('answers the address %s with the application', (path) => {
    expect(answer(path)).toBe('/index.html?revision=r1');
  });

  it('answers files of the build by their current version', () => {
    expect(answer('/assets/main-abc.js', { mode: 'cors' })).toBe('/assets/main-abc.js');
    expect(answer('/chrome-only.html')).toBe('/chrome-only.html?revision=r2');
  });

  it.each([
    '/api/children/stakes',
    '/api',
    '/sync/a_gtm/_changes',
    '/socket.io/?EIO=4',
    '/health',
    '/files/report-12.csv?ticket=t',
  ])('leaves %s to the server', (path) => {
    expect(answer(path)).toBeNull();
  });

  it('leaves writes, and files it does not know, to the server', () => {
    expect(answer('/', { method: 'POST' })).toBeNull();
    expect(answer('/assets/other.js', { mode: 'cors' })).toBeNull();
  });

  it('leaves everything to the server when the application page is not kept', () => {
    const without = keysOf([{ url: 'assets/main-abc.js', revision: null }]);
    const url = new URL('https://crece.example/children');
    expect(answerOf({ method: 'GET', mode: 'navigate', url }, without)).toBeNull();
  });
});
