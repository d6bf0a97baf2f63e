import app from './es/app.json' with { type: 'json' };
import arrival from './es/arrival.json' with { type: 'json' };
import arrivalLater from './es/arrival-later.json' with { type: 'json' };
import assessment from './es/assessment.json' with { type: 'json' };
import assessmentLater from './es/assessment-later.json' with { type: 'json' };
import charts from './es/charts.json' with { type: 'json' };
import children from './es/children.json' with { type: 'json' };
import childrenLater from './es/children-later.json' with { type: 'json' };
import common from './es/common.json' with { type: 'json' };
import commonLater from './es/common-later.json' with { type: 'json' };
import due from './es/due.json' with { type: 'json' };
import errors from './es/errors.json' with { type: 'json' };
import errorsLater from './es/errors-later.json' with { type: 'json' };
import lock from './es/lock.json' with { type: 'json' };
import menu from './es/menu.json' with { type: 'json' };
import mothers from './es/mothers.json' with { type: 'json' };
import places from './es/places.json' with { type: 'json' };
import screenings from './es/screenings.json' with { type: 'json' };
import type { TierSentences } from './keys.ts';

/** Spanish sentences of the first screens and of those after them, loaded together. */
export const SPANISH: TierSentences<'first' | 'rest'> = {
  ...app,
  ...arrival,
  ...arrivalLater,
  ...assessment,
  ...assessmentLater,
  ...charts,
  ...children,
  ...childrenLater,
  ...common,
  ...commonLater,
  ...due,
  ...errors,
  ...errorsLater,
  ...lock,
  ...menu,
  ...mothers,
  ...places,
  ...screenings,
};
