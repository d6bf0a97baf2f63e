export * from './anthro.ts';
export * from './chosen-screenings.ts';
