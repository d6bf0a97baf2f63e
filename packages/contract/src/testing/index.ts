export * from './call-rights.ts';
