import type { Child, Screening } from '@crece/domain';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { newScreeningPath } from '../../../shared/navigation/paths.ts';
import {
  type RenderedScreenings,
  type ShowOptions,
  showPages,
} from '../../../testing/child-pages.tsx';
import { ChildViewPage } from '../child-view-page.tsx';
import { screenings } from '../feature.ts';
import { RemoveScreeningPage } from '../remove-screening-page.tsx';
import { EditScreeningPage, NewScreeningPage } from '../screening-form-page.tsx';

export {
  address,
  isolateScreenings,
  type RenderedScreenings,
  type ShowOptions,
  TODAY,
} from '../../../testing/child-pages.tsx';

const { pages } = screenings;

/** Opens an address of this feature on a unit with one child and its screenings. */
export const show = (
  path: (child: Child) => string,
  options?: ShowOptions,
): Promise<RenderedScreenings> =>
  showPages(
    {
      [pages.new.at]: <NewScreeningPage />,
      [pages.edit.at]: <EditScreeningPage />,
      [pages.remove.at]: <RemoveScreeningPage />,
      [pages.child.at]: <ChildViewPage />,
    },
    path,
    options,
  );

/** The stored screenings of the child, newest first. */
export async function screeningsOf({
  unit,
  child,
}: RenderedScreenings): Promise<readonly Screening[]> {
  return (await unit.readChildFile(child._id))?.screenings ?? [];
}

/** Opens the form of a new screening, ready for typing. */
export async function openForm(options?: ShowOptions) {
  const user = userEvent.setup();
  const shown = await show((child) => newScreeningPath(child._id), options);
  await screen.findByRole('button', { name: 'Save screening' });
  return { user, ...shown };
}

/** The figure inputs of the form, and its button. */
export const field = (name: RegExp) => screen.getByRole('textbox', { name });
export const height = () => field(/^Height/u);
export const weight = () => field(/^Weight/u);
export const muac = () => field(/\(MUAC\)/u);
export const save = () => screen.getByRole('button', { name: /^Save/u });
