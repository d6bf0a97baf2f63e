import type { ReadCode } from './read-qr.ts';

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Bar codes on the cards of programmes; a QR code is read in every browser. */
const FORMATS = ['qr_code', 'code_128', 'code_39', 'code_93', 'codabar', 'ean_13', 'ean_8', 'itf'];

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** What of `FORMATS` the browser reads by itself; empty unless it reads QR codes. */
async function ownFormats(): Promise<readonly string[]> {
  const none: readonly string[] = [];
  const supported =
    (await detectorClass()
      ?.getSupportedFormats()
      .catch(() => none)) ?? none;
  return supported.includes('qr_code') ? FORMATS.filter((each) => supported.includes(each)) : [];
}

/** The library that reads QR codes; a device without a reader of its own fetches it once. */
const library = async (): Promise<ReadCode> => (await import('./read-qr.ts')).readerOfFrames();

/** Whether this browser needs the library. */
export const needsLibrary = async (): Promise<boolean> => (await ownFormats()).length === 0;

/** Fetches the library ahead, for a day without a connection. */
export async function keepLibrary(): Promise<void> {
  await import('./read-qr.ts');
}

/**
 * What reads codes here: the browser itself, else the library, which takes over too where the browser
 * only says that it could.
 *
 * @throws when the library is needed and cannot be fetched
 */
export async function codeReader(): Promise<ReadCode> {
  const Own = detectorClass();
  const formats = await ownFormats();
  if (Own === undefined || formats.length === 0) return library();
  const own = new Own({ formats });
  let other: ReadCode | null = null;
  return async (video) => {
    if (other !== null) return other(video);
    try {
      return (await own.detect(video)).find(({ rawValue }) => rawValue !== '')?.rawValue ?? null;
    } catch {
      other = await library();
      return null;
    }
  };
}
