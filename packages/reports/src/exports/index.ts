export * from './anthro.ts';
export * from './chosen-screenings.ts';
export {
  DHIS2_FIGURES,
  DHIS2_PARTS,
  type MonthFigures,
  monthFigures,
} from './dhis2-figures.ts';
export * from './dhis2-mapping.ts';
export * from './dhis2-values.ts';
export * from './fhir-bundle.ts';
