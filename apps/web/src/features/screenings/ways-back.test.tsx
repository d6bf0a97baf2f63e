import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { newScreeningPath } from '../../shared/navigation/paths.ts';
import { address, isolateScreenings, muac, save, show } from './testing/render-screenings.tsx';

isolateScreenings();

const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? '';

describe('where a screening leads', () => {
  it.each([
    ['list', /^\/children\/list\/test_stake_gtm\//],
    ['due', /^\/children\/due\/test_stake_gtm\//],
    ['day', /^\/children\/day\/test_stake_gtm\//],
  ] as const)(
    'a screening leads back to where it was opened, before and after saving: %s',
    async (from, expected) => {
      await show((child) =>
        newScreeningPath(child._id, 'test_stake_gtm', { measures: 'muac', from }),
      );
      // MUAC alone was asked for: the keyboard is up on a phone too.
      await waitFor(() => expect(document.activeElement).toBe(muac()));
      expect(screen.queryByRole('textbox', { name: /^Weight/u })).toBeNull();
      expect(target('Back')).toMatch(expected);
      const user = userEvent.setup();
      await user.type(muac(), '13.2');
      await user.click(save());
      expect(await screen.findByText('Next child')).toBeTruthy();
      expect(target('Next child')).toMatch(expected);
      expect(target('Back')).toMatch(expected);
      await user.click(screen.getByRole('button', { name: /^Open/u }));
      expect(address()).toMatch(/^\/children\/view\/[^?]*$/);
    },
  );

  it('a form that was opened at the child leads to the child and then the list', async () => {
    await show((child) => newScreeningPath(child._id));
    await screen.findByRole('button', { name: 'Save screening' });
    expect(target('Back')).toMatch(/^\/children\/view\//);
    expect(document.activeElement).not.toBe(muac());
    const user = userEvent.setup();
    await user.type(muac(), '13.2');
    await user.click(save());
    await screen.findByText('Next child');
    expect(target('Next child')).toMatch(/^\/children\/list\//);
  });
});
