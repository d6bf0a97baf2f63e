import { assessScreening, previewScreening } from '@crece/domain';
import { aScreening } from '@crece/domain/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { editScreeningPath } from '../../shared/navigation/paths.ts';
import { field, muac, openForm, save, show, stopCalendar } from './testing/render-screenings.tsx';

/** The domain's own rules; only how often they are asked is counted. */
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

beforeEach(stopCalendar);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the assessment of a screening that is typed', () => {
  it('is worked out once for each change, and once when it is saved', async () => {
    const { user } = await openForm();
    vi.clearAllMocks();
    await user.type(muac(), '13.2');
    expect(counts()).toEqual({ checks: 0, previews: '13.2'.length });
    await user.click(save());
    await screen.findByText(/^Saved on this device/u);
    // What was written changes the child's records, and with them what the form is compared with.
    expect(counts().checks).toBe(1);
  });

  it('is worked out once when an edited screening is saved', async () => {
    const base = aScreening();
    await show((child) => editScreeningPath(child._id, base._id), { screenings: [base] });
    await screen.findByRole('button', { name: 'Save changes' });
    vi.clearAllMocks();
    await userEvent.click(save());
    await screen.findByText(/^Saved on this device/u);
    expect(counts().checks).toBe(1);
  });

  it('is worked out once when the save is refused for a height out of range', async () => {
    const { user } = await openForm();
    await user.type(field(/^Height/u), '300');
    vi.clearAllMocks();
    await user.click(save());
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(counts().checks).toBe(1);
  });
});
