/** The two sexes of WHO's tables, spelled as in the records. */
export type Sex = 'Boy' | 'Girl';
