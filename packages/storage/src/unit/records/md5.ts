/** Rotation in bits of each step; the four values of a round repeat four times. */
const ROTATIONS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/** The table of RFC 1321: the integer part of 2^32 × |sin(step + 1)|. */
const SINES = Int32Array.from({ length: 64 }, (_, step) =>
  Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
);

const utf8 = new TextEncoder();

/**
 * The padded message: the bytes of the text, a 1 bit, zeros, and the length in bits; whole blocks
 * of sixteen words.
 */
function padded(text: string): Int32Array {
  const bytes = utf8.encode(text);
  const words = new Int32Array((((bytes.length + 8) >>> 6) + 1) * 16);
  for (let at = 0; at < bytes.length; at += 1) {
    words[at >> 2] = (words[at >> 2] ?? 0) | ((bytes[at] ?? 0) << ((at % 4) * 8));
  }
  const end = bytes.length;
  words[end >> 2] = (words[end >> 2] ?? 0) | (0x80 << ((end % 4) * 8));
  words[words.length - 2] = bytes.length << 3;
  words[words.length - 1] = bytes.length >>> 29;
  return words;
}

/**
 * The result of a step's function on three words of the state, and the index of the message word
 * that it adds.
 */
function mixed(step: number, b: number, c: number, d: number): [value: number, word: number] {
  if (step < 16) return [(b & c) | (~b & d), step];
  if (step < 32) return [(d & b) | (~d & c), (5 * step + 1) % 16];
  if (step < 48) return [b ^ c ^ d, (3 * step + 5) % 16];
  return [c ^ (b | ~d), (7 * step) % 16];
}

function hexOf(word: number): string {
  let hex = '';
  for (let shift = 0; shift < 32; shift += 8) {
    hex += ((word >>> shift) & 0xff).toString(16).padStart(2, '0');
  }
  return hex;
}

/**
 * MD5 (RFC 1321) of the UTF-8 bytes of a text, as 32 lower-case hexadecimal digits. CouchDB and
 * PouchDB name revisions by MD5; it is not used for security. Browsers have no MD5 of their own.
 */
export function md5(text: string): string {
  const words = padded(text);
  let [a0, b0, c0, d0] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let block = 0; block < words.length; block += 16) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let step = 0; step < 64; step += 1) {
      const [value, word] = mixed(step, b, c, d);
      const sum = (a + value + (SINES[step] ?? 0) + (words[block + word] ?? 0)) | 0;
      const by = ROTATIONS[step >> 4]?.[step % 4] ?? 0;
      a = d;
      d = c;
      c = b;
      b = (b + ((sum << by) | (sum >>> (32 - by)))) | 0;
    }
    a0 = (a0 + a) | 0;
    b0 = (b0 + b) | 0;
    c0 = (c0 + c) | 0;
    d0 = (d0 + d) | 0;
  }
  return [a0, b0, c0, d0].map(hexOf).join('');
}
