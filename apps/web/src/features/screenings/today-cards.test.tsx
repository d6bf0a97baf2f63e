import { DEFAULT_PROGRAMME_SETTINGS, type ShownAction } from '@crece/domain';
import { aChild } from '@crece/domain/testing';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ChildFacts } from '../../shared/screenings/screening-facts.ts';
import { renderApp } from '../../testing/render.tsx';
import { DoNowCard } from './today-cards.tsx';

const LESSONS: ShownAction = { code: 'PRIOR_RED_LESSONS', sentence: 'lessons', from: 'screening' };
const REVIEW: ShownAction = { code: 'PRIOR_RED_REVIEW', sentence: 'review', from: 'screening' };
const REPORT: ShownAction = { code: 'SEVERE_REPORT', sentence: 'report', from: 'screening' };

async function cardOf(now: readonly ShownAction[]) {
  const facts = {
    actions: { now, more: [], told: [] },
    child: aChild(),
    newest: null,
    programme: DEFAULT_PROGRAMME_SETTINGS,
    standing: { next: null },
    today: '2025-06-10',
  } as unknown as ChildFacts;
  await renderApp(<DoNowCard facts={facts} isShort hasSupplement={false} />);
  const card = await screen.findByRole('region', { name: 'Do now' });
  return {
    card,
    shown: card.querySelectorAll(':scope > .todo li').length,
    folded: card.querySelectorAll('details li').length,
  };
}

describe('what to do now, while a child has to go to a clinic', () => {
  it('folds what can wait beside an order that cannot', async () => {
    expect(await cardOf([REPORT, REVIEW, LESSONS])).toMatchObject({ shown: 1, folded: 2 });
  });

  it('counts on in the fold: what can wait has the numbers after what cannot', async () => {
    const { card } = await cardOf([REPORT, REVIEW, LESSONS]);
    const [first, folded] = [...card.querySelectorAll<HTMLOListElement>('.todo')];
    expect([first?.start, folded?.start]).toEqual([1, 2]);
    expect(folded?.style.counterReset).toBe('todo 1');
  });

  it('never folds all of it: nobody reads that there is nothing to do', async () => {
    const { card, shown, folded } = await cardOf([REVIEW, LESSONS]);
    expect({ shown, folded }).toEqual({ shown: 2, folded: 0 });
    expect(card.textContent).not.toContain('Nothing more for today');
  });
});
