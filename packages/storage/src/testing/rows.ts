// Rows as the store makes them, without what opens databases: for tests and pictures of pages.
export { childRow, motherRow, screeningsInRow } from '../unit/projection/rows.ts';
