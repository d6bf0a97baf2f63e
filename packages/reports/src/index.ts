export * from './table.ts';
export * from './unit-records.ts';
