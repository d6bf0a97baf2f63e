export * from './guidance.ts';
export * from './guidance-line.ts';
