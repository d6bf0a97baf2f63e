import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isLoopback, reachableAddresses } from './addresses.ts';

function card(address: string, internal = false): NetworkInterfaceInfo {
  const common = { address, netmask: '', mac: '', internal, cidr: null };
  return address.includes(':')
    ? { ...common, family: 'IPv6', scopeid: 0 }
    : { ...common, family: 'IPv4' };
}

const CARDS = () => ({
  lo: [card('127.0.0.1', true), card('::1', true)],
  eth0: [card('192.168.1.7'), card('fe80::1'), card('2001:db8::7')],
  wlan0: [card('10.0.0.4')],
});
/** What Node does in a service of systemd that may open no socket of the family AF_NETLINK. */
const FORBIDDEN = () => {
  throw new Error('uv_interface_addresses returned Unknown system error 97');
};

describe('reachableAddresses', () => {
  it('the address is just the host unless it listens on every network', () => {
    expect(reachableAddresses('127.0.0.1', 3000, CARDS)).toEqual(['http://127.0.0.1:3000']);
    expect(reachableAddresses('192.168.1.7', 80, CARDS)).toEqual(['http://192.168.1.7:80']);
  });

  it('the cards of the machine are asked for only where it listens on every network', () => {
    expect(reachableAddresses('127.0.0.1', 3000, FORBIDDEN)).toEqual(['http://127.0.0.1:3000']);
    expect(() => reachableAddresses('0.0.0.0', 3000, FORBIDDEN)).toThrow('97');
  });

  it('an IPv6 address is in brackets', () => {
    expect(reachableAddresses('::1', 3000, CARDS)).toEqual(['http://[::1]:3000']);
  });

  it('0.0.0.0 is this machine and every IPv4 card', () => {
    expect(reachableAddresses('0.0.0.0', 3000, CARDS)).toEqual([
      'http://127.0.0.1:3000',
      'http://192.168.1.7:3000',
      'http://10.0.0.4:3000',
    ]);
  });

  it('include IPv6 cards for ::, but no link-local address', () => {
    expect(reachableAddresses('::', 3000, CARDS)).toEqual([
      'http://127.0.0.1:3000',
      'http://192.168.1.7:3000',
      'http://[2001:db8::7]:3000',
      'http://10.0.0.4:3000',
    ]);
  });
});

describe('isLoopback', () => {
  it.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('the host %s is loopback', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '192.168.1.7', 'crece.local', '127.0.0.1.example.org', '1127.0.0.1'])(
    'the host %s is not loopback',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
