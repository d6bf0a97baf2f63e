import arrival from './en/arrival-later.json' with { type: 'json' };
import assessment from './en/assessment-later.json' with { type: 'json' };
import charts from './en/charts.json' with { type: 'json' };
import children from './en/children-later.json' with { type: 'json' };
import common from './en/common-later.json' with { type: 'json' };
import due from './en/due.json' with { type: 'json' };
import errors from './en/errors-later.json' with { type: 'json' };
import lock from './en/lock.json' with { type: 'json' };
import menu from './en/menu.json' with { type: 'json' };
import mothers from './en/mothers.json' with { type: 'json' };
import screenings from './en/screenings.json' with { type: 'json' };

/** Additional sentences of the pages after the first screens. */
export const ENGLISH_REST = {
  ...arrival,
  ...assessment,
  ...charts,
  ...children,
  ...common,
  ...due,
  ...errors,
  ...lock,
  ...menu,
  ...mothers,
  ...screenings,
};
