export * from './anthro.ts';
export * from './chosen-screenings.ts';
export * from './fhir-bundle.ts';
