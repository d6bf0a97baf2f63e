import app from './en/app.json' with { type: 'json' };
import arrival from './en/arrival.json' with { type: 'json' };
import assessment from './en/assessment.json' with { type: 'json' };
import children from './en/children.json' with { type: 'json' };
import common from './en/common.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import places from './en/places.json' with { type: 'json' };

/**
 * Sentences of the first screens: places and the children list. All others are in separate chunks.
 * When the first screens need only part of an area, the rest is in `<area>-later.json`.
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
