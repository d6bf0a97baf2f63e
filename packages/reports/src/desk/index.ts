export * from './desk-child.ts';
export * from './desk-lists.ts';
