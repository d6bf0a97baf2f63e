import { crc32 as crc32OfNode } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32 } from './zip.ts';

describe('crc32', () => {
  it('is that of the platform, in one piece or in several', () => {
    const bytes = new Uint8Array(1000).map((_, at) => (at * 31) % 256);
    expect(crc32(bytes)).toBe(crc32OfNode(bytes));
    expect(crc32(bytes.subarray(7), crc32(bytes.subarray(0, 7)))).toBe(crc32OfNode(bytes));
    expect(crc32(new Uint8Array())).toBe(0);
  });
});
