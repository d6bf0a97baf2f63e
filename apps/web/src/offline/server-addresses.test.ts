import { describe, expect, it } from 'vitest';
import { SERVER_ADDRESSES } from './server-addresses.ts';

const isServers = (address: string) => SERVER_ADDRESSES.some((pattern) => pattern.test(address));

describe('addresses of the server', () => {
  it.each([
    '/api/children/stakes',
    '/api',
    '/api?x=1',
    '/sync/a_gtm/_changes',
    '/socket.io/?EIO=4',
    '/health',
    '/metrics',
    '/files/report-12.csv?ticket=t',
    '/files/report-12.csv?x=1&ticket=t',
  ])('%s is left to the server', (address) => {
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
  ])('%s is answered by the application, without a connection too', (address) => {
    expect(isServers(address)).toBe(false);
  });
});
