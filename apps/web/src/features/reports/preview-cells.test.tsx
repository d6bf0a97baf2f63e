import { REPORT_TYPES } from '@crece/domain';
import { createTranslator, LANGUAGES, type Language } from '@crece/messages';
import { createReportWords, type ReportWord } from '@crece/messages/report-words';
import { reportColumns } from '@crece/reports';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { loadSentences } from '../../data/sentences.ts';
import { renderApp } from '../../testing/render.tsx';
import { type CellContext, previewCell, Urgent } from './preview-cells.tsx';
import { columnHead, isForMachines } from './preview-heads.ts';
import { ReportRows } from './report-preview.tsx';
import { isWithName } from './report-rows.tsx';

async function contextOf(language: Language): Promise<CellContext> {
  return {
    voice: createTranslator(language, await loadSentences(language, 'desk')),
    words: createReportWords(language),
    supplements: {},
    now: new Date('2026-03-14T18:00:00Z'),
  };
}

/** Columns to be filled in by hand: they are blank on every screen. */
const BY_HAND = ['1', '2', '3', '4', '5', '6', 'Counsel', 'Leaving'];

describe.each(LANGUAGES)('the preview of a report in %s', (language) => {
  it('every column of every report has a head in words', async () => {
    const { voice } = await contextOf(language);
    for (const type of REPORT_TYPES) {
      for (const { name } of reportColumns(type)) {
        if (isWithName(name) || isForMachines(name) || BY_HAND.includes(name)) continue;
        const head = columnHead(voice, { name, title: '' }, type);
        expect(head, `${type} ${name}`).toMatch(/^\p{Lu}/u);
        expect(head, `${type} ${name}`).not.toMatch(/_|\p{Ll}\p{Lu}/u);
      }
    }
  });

  it('every status of the file has its mark and the word of the screens', async () => {
    const context = await contextOf(language);
    const { words } = context;
    const drawn = (word: ReportWord, isUrgent = false) => {
      const cell = { name: 'status', kind: 'text' } as const;
      const { container } = render(previewCell(words.word(word), cell, { ...context, isUrgent }));
      const mark = container.querySelector('svg')?.getAttribute('class') ?? '';
      return [/st-(\w+)/.exec(mark)?.[1], container.textContent];
    };
    const t = context.voice.t;
    const severe = t('assessment.word.Acute: sam supplements required');
    expect(drawn('summary.SAM')).toEqual(['red', severe]);
    expect(drawn('status.Acute: sam supplements required')).toEqual(['red', severe]);
    expect(drawn('summary.Chronic')).toEqual(['red', t('reports.status.Chronic')]);
    expect(drawn('summary.Risk')[0]).toBe('amber');
    expect(drawn('summary.NotAssessed')[0]).toBe('grey');
    expect(drawn('summary.Normal')).toEqual(['green', t('assessment.word.Normal')]);
    // Beside a danger sign or an open referral nothing is green.
    expect(drawn('summary.Normal', true)).toEqual([undefined, t('assessment.word.Normal')]);
    expect(drawn('summary.SAM', true)).toEqual(['red', severe]);
  });

  it('a supplement is named by what is given, also one that has lapsed', async () => {
    const context = { ...(await contextOf(language)), isUrgent: false };
    const { voice, words } = context;
    const shown = (cell: string) =>
      render(previewCell(cell, { name: 'Sup', kind: 'text' }, context)).container.textContent;
    const given = voice.t('assessment.supplement.sup');
    expect(shown('sup')).toBe(given);
    const supplements = { sup: { [language]: 'Two sachets' } };
    const own = previewCell('sup', { name: 'Sup', kind: 'text' }, { ...context, supplements });
    expect(render(own).container.textContent).toBe('Two sachets');
    expect(shown(words.word('sup.lapsed', { sup: 'sup' }))).toBe(
      voice.t('reports.lapsed', { supplement: given }),
    );
    expect(shown(words.word('sup.at-risk'))).toBe(
      voice.t('assessment.word.At Risk: Come to next screening'),
    );
    expect(shown(words.word('sup.none'))).toBe(voice.t('reports.none-due'));
  });

  it('a screening under 6 months names no amount of food', async () => {
    const names = ['firstName', 'lastName', 'age', 'supType', 'by'];
    const columns = reportColumns('all').concat(reportColumns('referrals'));
    const table = {
      columns: names.map((name) => {
        const column = columns.find((each) => each.name === name);
        if (column === undefined) throw new Error(name);
        return { ...column, title: '' };
      }),
      rows: [5.99, 6].map((age) => ['Luz', 'Sut', age, 'MAM', 'clinic: seen 2026-03-02']),
      count: 2,
      failedUnits: [],
      unreadable: 0,
    };
    await renderApp(<ReportRows table={table} type="all" language={language} />, { language });
    const { t, date } = (await contextOf(language)).voice;
    const cells = [...document.querySelectorAll('tbody td')].map((cell) => cell.textContent);
    expect(cells).toContain(t('assessment.supplement.under6'));
    expect(cells.filter((cell) => cell === t('assessment.supplement.MAM'))).toHaveLength(1);
    // Days within a text are those of the person too.
    expect(cells).toContain(`clinic: seen ${date('2026-03-02', 'medium')}`);
  });

  it('a woman is read with her kind and her date first', async () => {
    const columns = reportColumns('women').map((column) => ({ ...column, title: '' }));
    const rows = [columns.map(({ kind }) => (kind === 'date' ? '2026-03-02' : 'x'))];
    const table = { columns, rows, count: 1, failedUnits: [], unreadable: 0 };
    await renderApp(<ReportRows table={table} type="women" language={language} />, { language });
    const heads = [...document.querySelectorAll('thead th')].map((head) => head.textContent);
    const { t } = (await contextOf(language)).voice;
    expect(heads.slice(0, 4)).toEqual([
      t('reports.name'),
      t('reports.head.type'),
      t('reports.head.deliveryDate'),
      t('reports.head.childsBirthDate'),
    ]);
  });

  it('every danger sign is a badge, and the referral has its days in words', async () => {
    const context = await contextOf(language);
    const { words, voice } = context;
    const signs = ['swelling', 'muac-red', 'severe-under-6', 'muac-yellow', 'millimetres'] as const;
    const alert = signs.map((sign) => words.word(`alert.${sign}`)).join('; ');
    const openReferral = words.word('referral.sign.muac', { date: '2026-01-14' });
    const { container } = render(<Urgent {...{ alert, openReferral, context }} />);
    const badges = [...container.querySelectorAll('.badge')].map(({ className, textContent }) => [
      /st-(\w+)/.exec(className)?.[1],
      textContent,
    ]);
    expect(badges).toEqual([
      ['red', voice.t('reports.alert.swelling')],
      ['red', voice.t('reports.alert.muac-red')],
      ['red', voice.t('reports.alert.severe-under-6')],
      ['amber', voice.t('reports.alert.muac-yellow')],
      [undefined, voice.t('reports.alert.millimetres')],
      ['red', voice.t('reports.referred')],
    ]);
    expect(container.textContent).not.toContain('2026-01-14');
    expect(container.textContent).toContain(voice.date('2026-01-14', 'medium'));
  });
});

describe('a figure of the preview of a report', () => {
  it('a z-score has the comma of Spanish, two decimals, and is marked below −2 only', async () => {
    const context = { ...(await contextOf('es')), isUrgent: false };
    const shown = (cell: number, name: string) => {
      const { container } = render(previewCell(cell, { name, kind: 'number' }, context));
      return [container.textContent, container.querySelector('.report-low') !== null];
    };
    expect(shown(-2, 'wh')).toEqual(['−2,00', false]);
    expect(shown(-2.01, 'wh')).toEqual(['−2,01', true]);
    expect(shown(10.8, 'muac')).toEqual(['10,8', false]);
    expect(shown(97, 'height')).toEqual(['97,0', false]);
    expect(shown(22, 'age')).toEqual(['22 meses', false]);
  });

  it('a column or word that a newer server added is shown as the file has it', async () => {
    const context = { ...(await contextOf('en')), isUrgent: false };
    expect(columnHead(context.voice, { name: 'later', title: 'added later' }, 'all')).toBe(
      'added later',
    );
    expect(previewCell('new word', { name: 'status', kind: 'text' }, context)).toBe('new word');
  });
});
