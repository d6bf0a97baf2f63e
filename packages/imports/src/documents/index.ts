export * from './compare-documents.ts';
export * from './document-finder.ts';
export * from './examine-document.ts';
export type { Repair } from './repairs-of.ts';
