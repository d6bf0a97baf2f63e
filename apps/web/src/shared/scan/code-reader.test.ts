import { afterEach, describe, expect, it, vi } from 'vitest';
import { codeReader, needsLibrary } from './code-reader.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const video = document.createElement('video');

/** A browser that reads these kinds of code, and in whose picture `seen` stands. */
function browserWith(formats: readonly string[], seen: () => Promise<readonly string[]>) {
  const asked: unknown[] = [];
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = () => Promise.resolve(formats);
      constructor(options: unknown) {
        asked.push(options);
      }
      detect = async () => (await seen()).map((rawValue) => ({ rawValue }));
    },
  );
  return asked;
}

describe('codeReader', () => {
  it('asks the browser for QR codes and the bar codes that it names', async () => {
    const asked = browserWith(['aztec', 'ean_13', 'qr_code'], async () => ['', 'PN-1']);
    expect(await needsLibrary()).toBe(false);
    const read = await codeReader();
    expect(await read(video)).toBe('PN-1');
    expect(asked).toEqual([{ formats: ['qr_code', 'ean_13'] }]);
  });

  it('needs the library where the browser names no QR code, or has no reader', async () => {
    expect(await needsLibrary()).toBe(true);
    browserWith(['ean_13'], async () => []);
    expect(await needsLibrary()).toBe(true);
    vi.stubGlobal('BarcodeDetector', { getSupportedFormats: () => Promise.reject(new Error()) });
    expect(await needsLibrary()).toBe(true);
  });

  it('gives way to the library where the browser only says that it could', async () => {
    let tried = 0;
    browserWith(['qr_code'], () => {
      tried += 1;
      return Promise.reject(new Error('Barcode detection service unavailable.'));
    });
    // jsdom draws nothing: a picture without a code stands for the library.
    const paper = { drawImage: () => undefined, getImageData: () => new ImageData(8, 8) };
    vi.stubGlobal(
      'ImageData',
      class {
        data = new Uint8ClampedArray(256);
        width = 8;
        height = 8;
      },
    );
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paper as never);
    const seen = Object.assign(document.createElement('video'), {});
    Object.defineProperties(seen, { videoWidth: { value: 8 }, videoHeight: { value: 8 } });
    const read = await codeReader();
    expect(await read(seen)).toBeNull();
    expect(await read(seen)).toBeNull();
    expect(tried).toBe(1);
  });
});
