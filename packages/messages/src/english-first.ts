import app from './en/app.json' with { type: 'json' };
import arrival from './en/arrival.json' with { type: 'json' };
import assessment from './en/assessment.json' with { type: 'json' };
import children from './en/children.json' with { type: 'json' };
import common from './en/common.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import places from './en/places.json' with { type: 'json' };

/**
 * What the first screens speak: places and the children list. The rest follows in chunks of its own;
 * of an area that they need in part, the other part is in `<area>-later.json`.
 */
export const ENGLISH_FIRST = {
  ...app,
  ...arrival,
  ...assessment,
  ...children,
  ...common,
  ...errors,
  ...places,
};
