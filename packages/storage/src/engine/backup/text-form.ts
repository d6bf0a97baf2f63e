/**
 * A backup file as text. Share sheets, messengers and mail pass on a `.txt` file, but refuse or damage
 * a file of a kind that they do not know:
 *
 *     CRECE BACKUP AS TEXT
 *     base64 of the file, in lines of 76 characters
 */
const FIRST_LINE = 'CRECE BACKUP AS TEXT';

/** Bytes of a line: 76 characters of base64. */
const LINE_BYTES = 57;

/** The file as text, for passing it on. */
export async function asText(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const lines = [FIRST_LINE];
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    lines.push(btoa(String.fromCharCode(...bytes.subarray(at, at + LINE_BYTES))));
  }
  return new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/plain' });
}

/**
 * The file of which this is the text; the same file when it is none. Null when a character of the text
 * is wrong. Blanks, line ends and a byte order mark, which mail programs change, do not matter.
 */
export async function fromText(file: Blob): Promise<Blob | null> {
  // A byte order mark takes three bytes.
  const start = await file.slice(0, FIRST_LINE.length + 3).text();
  if (!start.includes(FIRST_LINE)) return file;
  const text = await file.text();
  try {
    const bytes = atob(text.slice(text.indexOf(FIRST_LINE) + FIRST_LINE.length));
    return new Blob([Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))]);
  } catch {
    return null;
  }
}
