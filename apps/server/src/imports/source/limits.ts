/** Rows below the header; a file with more is refused. */
export const MAX_ROWS = 1_000_000;

/** A table made by hand has no more columns than this. */
export const MAX_COLUMNS = 300;

/** A workbook is held in memory in its compressed form. */
export const MAX_WORKBOOK_BYTES = 64 * 1024 * 1024;

/** Limits of an uncompressed workbook: sheets are read piece by piece, texts are held in memory. */
export const MAX_UNPACKED_BYTES = 600 * 1024 * 1024;
export const MAX_UNPACKED_TEXTS_BYTES = 48 * 1024 * 1024;
