/** Accepted kinds of pictures. */
export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp';

const ascii = (text: string) => Buffer.from(text, 'latin1');

interface Mark {
  kind: PictureKind;
  bytes: Buffer;
  at: number;
}

/** The first bytes of each kind; a webp has RIFF, its length, then WEBP. */
const MARKS: readonly Mark[] = [
  { kind: 'png', bytes: ascii('\x89PNG\r\n\x1a\n'), at: 0 },
  { kind: 'jpeg', bytes: ascii('\xff\xd8\xff'), at: 0 },
  { kind: 'gif', bytes: ascii('GIF87a'), at: 0 },
  { kind: 'gif', bytes: ascii('GIF89a'), at: 0 },
  { kind: 'webp', bytes: ascii('WEBP'), at: 8 },
];
const RIFF = ascii('RIFF');

/** The kind of a picture by its first bytes; the stated name and type are ignored. */
export function pictureKind(file: Buffer): PictureKind | null {
  const mark = MARKS.find(({ bytes, at }) => file.subarray(at, at + bytes.length).equals(bytes));
  if (mark === undefined) return null;
  if (mark.kind === 'webp' && !file.subarray(0, RIFF.length).equals(RIFF)) return null;
  return mark.kind;
}
