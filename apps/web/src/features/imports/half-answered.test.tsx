import type { ImportResultBody } from '@crece/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { useAnyUnsaved } from '../../shared/forms/unsaved.tsx';
import { renderApp } from '../../testing/render.tsx';
import { ColumnsCard } from './columns-card.tsx';
import { QuestionsCard } from './questions-card.tsx';

const RESULT: ImportResultBody = {
  ...{ status: 'columns', rows: 5, created: 0, updated: 0, duplicate: 0, rejected: 0 },
  columns: [{ header: 'H/M', field: null, by: 'unknown', examples: ['H', 'M'] }],
  problems: [{ code: 'column-missing', field: 'gender' }],
  ...{ questions: [], findings: [], rowsWithFindings: 0 },
};

/** Whether a new version is offered, and an ended session leads away, while the card is shown. */
function Interruptible() {
  return <output>{useAnyUnsaved() ? 'typed' : 'nothing typed'}</output>;
}

const show = (card: ReactNode) =>
  renderApp(
    <>
      <Interruptible />
      {card}
    </>,
  );
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

describe('choices about a file that were not sent yet', () => {
  it('count as typed: columns', async () => {
    await show(<ColumnsCard result={RESULT} columns={{}} onColumns={() => undefined} />);
    expect(said()).toContain('nothing typed');
    await userEvent.selectOptions(screen.getByLabelText('H/M'), 'Boy or girl');
    expect(said()).toContain('typed');
  });

  it('count as typed: answers', async () => {
    const question = { code: 'muacUnit', options: ['mm', 'cm'], count: 12, examples: [] };
    await show(<QuestionsCard questions={[question]} answers={{}} onAnswers={() => undefined} />);
    expect(said()).toContain('nothing typed');
    await userEvent.click(screen.getByLabelText('Millimetres: 108 becomes 10.8 cm'));
    expect(said()).toContain('typed');
  });
});
