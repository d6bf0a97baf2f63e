export * from './file-name.ts';
export * from './table.ts';
export * from './unit-records.ts';
export * from './units.ts';
