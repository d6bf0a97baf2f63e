import { describe, expect, it } from 'vitest';
import { compressed, unpacked } from './compressed.ts';

const SCRIPTS = /javascript/;
const TEXT = 'export const sentence = "Añada un niño";\n'.repeat(200);
const script = (text = TEXT) =>
  new Response(text, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'content-encoding': 'br' },
  });

describe('a stored file', () => {
  it('takes less room, and is read as it came, with its content type', async () => {
    const stored = compressed(script(), SCRIPTS);
    expect((await stored.clone().arrayBuffer()).byteLength).toBeLessThan(TEXT.length / 10);
    const read = unpacked(stored);
    expect(await read.text()).toBe(TEXT);
    expect(read.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    // The body is no longer in the coding of the network.
    expect(read.headers.get('content-encoding')).toBeNull();
  });

  it('a file is stored as it came when its type is another, or not known', async () => {
    const data = new Response(new Uint8Array([1, 2]), {
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(compressed(data, SCRIPTS)).toBe(data);
    expect(unpacked(data)).toBe(data);
    const unnamed = new Response(new Uint8Array([1, 2]));
    expect(compressed(unnamed, SCRIPTS)).toBe(unnamed);
  });

  it('a stored file may be empty', async () => {
    expect(await unpacked(compressed(script(''), SCRIPTS)).text()).toBe('');
  });

  it('a damaged file fails to be read and is not read in part', async () => {
    const bytes = await compressed(script(), SCRIPTS).arrayBuffer();
    const cut = compressed(script(), SCRIPTS);
    const damaged = new Response(bytes.slice(0, bytes.byteLength - 20), { headers: cut.headers });
    await expect(unpacked(damaged).text()).rejects.toThrow();
  });
});
