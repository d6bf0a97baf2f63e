/** The kind of a file by its first bytes. */
export type FileKind =
  | 'empty'
  | 'workbook'
  | 'old-excel'
  | 'open-document'
  | 'web-page'
  | 'text'
  | 'other';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** The container of `.xls`, and of workbooks with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const BYTE_ORDER_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Files that a zip may be besides a workbook, by what stands near its beginning. */
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

/** Beginnings of texts that are no tables: a page of the web, often named `.xls`, and others. */
const WEB_PAGE = /^\s*<(?:!doctype\s+html|html|head|body|table|meta|style)\b/i;
const NO_TABLE = /^\s*(?:%PDF-|\{\\rtf|<\?xml)/i;

/**
 * Control characters that no text contains, except NUL, which may be every second byte in UTF-16.
 */
function isBinary(head: Buffer): boolean {
  return head.some((byte) => byte < 0x09 && byte !== 0x00) || head.every((byte) => byte === 0x00);
}

function kindOfText(head: Buffer): FileKind {
  const start = head.subarray(head.indexOf(UTF8_MARK) === 0 ? UTF8_MARK.length : 0);
  const text = start.toString('latin1').replaceAll('\u0000', '');
  if (WEB_PAGE.test(text)) return 'web-page';
  return NO_TABLE.test(text) ? 'other' : 'text';
}

/** The kind of a file; the stated name and type are ignored. */
export function fileKind(head: Buffer): FileKind {
  if (head.length === 0) return 'empty';
  const begins = (mark: Buffer) => head.subarray(0, mark.length).equals(mark);
  if (begins(ZIP)) return head.includes(OPEN_DOCUMENT) ? 'open-document' : 'workbook';
  if (begins(OLE)) return 'old-excel';
  if (BYTE_ORDER_MARKS.some(begins)) return kindOfText(head.subarray(2));
  return isBinary(head) ? 'other' : kindOfText(head);
}
