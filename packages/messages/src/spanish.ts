import app from './es/app.json' with { type: 'json' };
import assessment from './es/assessment.json' with { type: 'json' };
import charts from './es/charts.json' with { type: 'json' };
import children from './es/children.json' with { type: 'json' };
import common from './es/common.json' with { type: 'json' };
import errors from './es/errors.json' with { type: 'json' };
import mothers from './es/mothers.json' with { type: 'json' };
import places from './es/places.json' with { type: 'json' };
import screenings from './es/screenings.json' with { type: 'json' };
import type { Sentences } from './keys.ts';

/** Every Spanish sentence, loaded only when asked for; a sentence missing here does not compile. */
export const SPANISH: Sentences = {
  ...app,
  ...assessment,
  ...charts,
  ...children,
  ...common,
  ...errors,
  ...mothers,
  ...places,
  ...screenings,
};
