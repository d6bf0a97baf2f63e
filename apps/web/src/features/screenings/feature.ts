import type { Feature, Keeping } from '../../shared/navigation/feature.ts';

/** A child's page with its screenings, and their form. */
export const screenings = {
  speaks: 'first',
  pages: {
    child: { at: '/children/view/:childId' },
    new: { at: '/children/survey/:childId' },
    edit: { at: '/children/survey/edit/:childId/:surveyId' },
    remove: { at: '/children/survey/remove/:childId/:surveyId' },
  },
} as const satisfies Feature;

export const keep = {
  '.': 'first',
  'child-view-page.tsx': 'visit',
  'beside.en.json': 'later',
  'child-beside.tsx': 'later',
  'clinic-asks.tsx': 'later',
  'departure-panel.tsx': 'later',
  'measuring-help.tsx': 'later',
  'measuring.en.json': 'later',
  'referral-card.tsx': 'later',
  'remove-screening-page.tsx': 'later',
  'screening-history.tsx': 'later',
  'take-answer.tsx': 'later',
  '../../charts/growth-charts.tsx': 'later',
} satisfies Keeping;
