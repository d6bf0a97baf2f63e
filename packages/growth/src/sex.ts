/** The two sexes of WHO's tables, spelled as on the records. */
export type Sex = 'Boy' | 'Girl';
