import { describe, expect, it } from 'vitest';
import { SERVER_ADDRESSES } from './server-addresses.ts';

const isServers = (address: string) => SERVER_ADDRESSES.some((pattern) => pattern.test(address));

describe('SERVER_ADDRESSES', () => {
  it.each([
    '/api/children/stakes',
    '/api',
    '/api?x=1',
    '/sync/a_gtm/_changes',
    '/socket.io/?EIO=4',
    '/health',
    '/metrics',
    '/referral',
    '/referral?x=1',
    '/files/report-12.csv?ticket=t',
    '/files/report-12.csv?x=1&ticket=t',
  ])('leave %s to the server', (address) => {
    expect(isServers(address)).toBe(true);
  });

  it.each([
    '/',
    '/children/view/chld_1?stakeDB=a_gtm',
    '/children/sync/a_gtm/A/children',
    '/children/syncinfo',
    '/sync-error',
    '/files/report-12.csv',
    '/files/report-12.csv?noticket=t',
    '/nothing/here',
  ])('let the application answer %s, also offline', (address) => {
    expect(isServers(address)).toBe(false);
  });
});
