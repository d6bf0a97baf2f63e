/** A header and as many rows are read of a file; one more and it is refused. */
export const MAX_ROWS = 1_000_000;

/** Columns beyond these are no table that a person made by hand. */
export const MAX_COLUMNS = 300;

/** A workbook is held in memory as it is packed. */
export const MAX_WORKBOOK_BYTES = 64 * 1024 * 1024;

/** What a workbook may come to unpacked: its sheets are read piece by piece, its texts are held. */
export const MAX_UNPACKED_BYTES = 600 * 1024 * 1024;
export const MAX_UNPACKED_TEXTS_BYTES = 48 * 1024 * 1024;
