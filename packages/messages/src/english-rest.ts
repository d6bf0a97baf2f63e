import charts from './en/charts.json' with { type: 'json' };
import mothers from './en/mothers.json' with { type: 'json' };
import screenings from './en/screenings.json' with { type: 'json' };

/** What the pages behind the first screens speak besides. */
export const ENGLISH_REST = { ...charts, ...mothers, ...screenings };
