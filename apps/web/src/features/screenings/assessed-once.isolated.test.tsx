import { assessScreening, previewScreening } from '@crece/domain';
import { aScreening } from '@crece/domain/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { editScreeningPath } from '../../shared/navigation/paths.ts';
import {
  field,
  isolateScreenings,
  muac,
  openForm,
  save,
  show,
} from './testing/render-screenings.tsx';

/** The real rules of the domain, with a counter of their calls. */
vi.mock('@crece/domain', async (load) => {
  const domain = await load<typeof import('@crece/domain')>();
  return {
    ...domain,
    assessScreening: vi.fn(domain.assessScreening),
    previewScreening: vi.fn(domain.previewScreening),
  };
});

const counts = () => ({
  checks: vi.mocked(assessScreening).mock.calls.length,
  previews: vi.mocked(previewScreening).mock.calls.length,
});

isolateScreenings();

describe('assessment during typing', () => {
  it('an assessment is computed once per change, and once when the screening is saved', async () => {
    const { user } = await openForm();
    vi.clearAllMocks();
    await user.type(muac(), '13.2');
    expect(counts()).toEqual({ checks: 0, previews: '13.2'.length });
    await user.click(save());
    await screen.findByText(/^Saved on this device/u);
    // The write changes the child's records, and the form is compared with them again.
    expect(counts().checks).toBe(1);
  });

  it('saving an edited screening assesses it once', async () => {
    const base = aScreening();
    await show((child) => editScreeningPath(child._id, base._id), { screenings: [base] });
    await screen.findByRole('button', { name: 'Save changes' });
    vi.clearAllMocks();
    await userEvent.click(save());
    await screen.findByText(/^Saved on this device/u);
    expect(counts().checks).toBe(1);
  });

  it('a height out of range that prevents the save is assessed once', async () => {
    const { user } = await openForm();
    await user.type(field(/^Height/u), '300');
    vi.clearAllMocks();
    await user.click(save());
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(counts().checks).toBe(1);
  });
});
