/** Rows below the header; a file with more is refused. */
export const MAX_ROWS = 1_000_000;

/** A table made by hand has no more columns than this. */
export const MAX_COLUMNS = 300;

/** A workbook is held in memory in its compressed form. */
export const MAX_WORKBOOK_BYTES = 64 * 1024 * 1024;

/**
 * Limits of an uncompressed workbook. Sheets are read row by row, so what counts is their longest
 * row; all other parts (texts, styles) are held in memory as a whole.
 */
export const MAX_UNPACKED_BYTES = 600 * 1024 * 1024;
export const MAX_UNPACKED_TEXTS_BYTES = 48 * 1024 * 1024;

/** Elements of all parts but sheets: 600,000 different texts, or fewer with formatting inside. */
export const MAX_TEXT_ELEMENTS = 1_200_000;

/**
 * What the parts may unpack to for their packed size. Texts of a list differ from each other, so
 * they do not pack to nothing: numbered ones, the most regular that there are, come to 1.2 bytes an
 * element and pack 14 to 1. The free share is for styles, which repeat themselves.
 */
export const TEXT_ELEMENTS = { free: 60_000, perPackedByte: 1 } as const;
export const TEXT_BYTES = { free: 6 * 1024 * 1024, perPackedByte: 60 } as const;

/** Cells of all sheets together, blank ones with a format too: a million rows of 20. */
export const MAX_CELLS = 20_000_000;
/** Rows of one sheet, blank ones too: a spreadsheet has no more. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Cells merged over several rows: ten columns of every child in 20,000. */
export const MAX_MERGES = 200_000;
/** Tags within one row: 16,384 cells, the most that a spreadsheet has, with value and formula. */
export const MAX_ROW_TAGS = 131_072;
/** Bytes of one row: 120 cells with the 32,767 characters that one can hold. */
export const MAX_ROW_BYTES = 4 * 1024 * 1024;
