/** The kind of a file by its first bytes. */
export type FileKind = 'empty' | 'workbook' | 'old-excel' | 'text' | 'other';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** The container of `.xls`, and of workbooks with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const BYTE_ORDER_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * Control characters that no text contains, except NUL, which may be every second byte in UTF-16.
 */
function isBinary(head: Buffer): boolean {
  return head.some((byte) => byte < 0x09 && byte !== 0x00) || head.every((byte) => byte === 0x00);
}

/** The kind of a file; the stated name and type are ignored. */
export function fileKind(head: Buffer): FileKind {
  if (head.length === 0) return 'empty';
  const begins = (mark: Buffer) => head.subarray(0, mark.length).equals(mark);
  if (begins(ZIP)) return 'workbook';
  if (begins(OLE)) return 'old-excel';
  if (BYTE_ORDER_MARKS.some(begins)) return 'text';
  return isBinary(head) ? 'other' : 'text';
}
