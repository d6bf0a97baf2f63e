import type { ImportResultBody, ImportSampleBody } from '@crece/contract';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type ChosenColumns, choiceName, isToldByHeading } from './column-memory.ts';
import { changeText, columnText, fieldText, valueText } from './import-words.ts';

/** Changed rows that are shown at first. */
const CHANGES_SHOWN = 5;

/** The first rows as they will be stored, so that swapped columns or days are seen. */
export function ImportSample({ result: { sample = [] } }: { result: ImportResultBody }) {
  const { t } = useMessages();
  if (sample.length === 0) return null;
  return (
    <Card title={t('imports.sample-title')} className="import-card">
      <p className="small muted">{t('imports.sample-text')}</p>
      <ol className="import-sample">
        {sample.map((row) => (
          <li key={row.row} className="import-entry">
            <SampleRow row={row} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function SampleRow({ row }: { row: ImportSampleBody }) {
  const messages = useMessages();
  const { t, number } = messages;
  const name = [row.firstName, row.lastName].filter((part) => part !== undefined).join(' ');
  return (
    <>
      <p>
        <span className="muted small">{t('imports.row', { row: number(row.row) })}</span>{' '}
        <b>{name === '' ? t('imports.sample.nameless') : name}</b>
      </p>
      <p className="small">{whoText(messages, row)}</p>
      <p className="small">{visitText(messages, row)}</p>
    </>
  );
}

type Messages = ReturnType<typeof useMessages>;

function whoText(messages: Messages, row: ImportSampleBody): string {
  const { t, date } = messages;
  const born =
    row.birthDateEstimated === true ? 'imports.sample.born-about' : 'imports.sample.born';
  return [
    ...(row.gender === undefined ? [] : [valueText(messages, row.gender)]),
    ...(row.birthDate === undefined ? [] : [t(born, { date: date(row.birthDate) })]),
  ].join(', ');
}

/** The visit with its measures; what it lacks is named, because that is what a wrong column costs. */
function visitText(messages: Messages, row: ImportSampleBody): string {
  const { t, date, number } = messages;
  const { surveyDate, weight, height, muac, oedema } = row;
  if (surveyDate === undefined) return t('imports.sample.no-visit');
  const figure = (value: number | undefined, is: 'weight' | 'height' | 'muac') =>
    value === undefined
      ? t(`imports.sample.no-${is}`)
      : t(`imports.sample.${is}`, { figure: number(value) });
  return [
    `${date(surveyDate)}: ${figure(weight, 'weight')}`,
    figure(height, 'height'),
    figure(muac, 'muac'),
    ...(oedema === undefined
      ? []
      : [t('imports.sample.oedema', { answer: valueText(messages, oedema) })]),
  ].join(' · ');
}

/** What a spreadsheet shows otherwise than it is read: hidden rows, formulas without a result. */
export function FileDoubts({ result: { hiddenRows = 0, columns } }: { result: ImportResultBody }) {
  const messages = useMessages();
  const { t, list } = messages;
  const formulas = columns.flatMap((column, place) => {
    const { field, formulas: count = 0 } = column;
    if (field === null || count === 0) return [];
    const name = columnText(messages, column, place, isToldByHeading(columns, place));
    return [t('imports.formulas-of', { column: name, count })];
  });
  const sentences = [
    ...(hiddenRows === 0 ? [] : [t('imports.hidden-rows', { count: hiddenRows })]),
    ...(formulas.length === 0 ? [] : [t('imports.formulas', { columns: list(formulas) })]),
  ];
  return sentences.map((sentence) => (
    <IconNote key={sentence} className="import-warning" icon="warning" large>
      {sentence}
    </IconNote>
  ));
}

/** What of the file is not read, openly: columns, sheets, rows above the headings. */
export function NotRead({
  result,
  remembered,
}: {
  result: ImportResultBody;
  remembered: ChosenColumns;
}) {
  const messages = useMessages();
  const { t, list } = messages;
  const { columns, sheet, otherSheets = [], above = [] } = result;
  const unread = columns.flatMap((column, place) => {
    const { field, by, header, examples = [] } = column;
    const isEmpty = header === '' && examples.length === 0;
    if (field !== null || by === 'derived' || isEmpty) return [];
    const name = columnText(messages, column, place, isToldByHeading(columns, place));
    return [t('imports.quoted', { name })];
  });
  const before = columns.flatMap((column, place) => {
    const field = remembered[choiceName(columns, place)];
    if (field === undefined) return [];
    const name = columnText(messages, column, place, isToldByHeading(columns, place));
    return [
      field === ''
        ? t('imports.column-as-unread', { column: name })
        : t('imports.column-as', { column: name, field: fieldText(messages, field) }),
    ];
  });
  const sentences = [
    ...(before.length === 0 ? [] : [t('imports.chosen-last-time', { columns: list(before) })]),
    ...(unread.length === 0
      ? []
      : [t('imports.not-read-columns', { count: unread.length, columns: unread.join(', ') })]),
    ...(otherSheets.length === 0 || sheet === undefined
      ? []
      : [
          t('imports.not-read-sheets', {
            sheet,
            count: otherSheets.length,
            sheets: otherSheets.join(', '),
          }),
        ]),
    ...(above.length === 0
      ? []
      : [t('imports.not-read-above', { count: above.length, rows: above.join(' · ') })]),
  ];
  if (sentences.length === 0) return null;
  return (
    <section className="import-unread" aria-label={t('imports.not-read-title')}>
      <Icon name="info" />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </section>
  );
}

/** What "changed" changes: how many rows each field, and the first rows field by field. */
export function ImportChanges({ result }: { result: ImportResultBody }) {
  const messages = useMessages();
  const { t, number } = messages;
  const { changes = [], changedFields = {}, updated } = result;
  const [isOpen, setOpen] = useState(false);
  if (changes.length === 0) return null;
  const fields = Object.entries(changedFields).map(([field, count]) =>
    t('imports.changes-fields', { field: fieldText(messages, field), count: number(count) }),
  );
  const shown = isOpen ? changes : changes.slice(0, CHANGES_SHOWN);
  return (
    <Card title={t('imports.changes-title', { count: updated })} className="import-card">
      <p className="small muted">{fields.join(' · ')}</p>
      <ul className="import-changes">
        {shown.map(({ row, name, fields: changed }) => (
          <li key={row} className="import-entry">
            <b>{t('imports.change-row', { row: number(row), name })}</b>
            <ul className="import-changed">
              {changed.map((change) => (
                <li key={change.field} className="small">
                  <span className="muted">{fieldText(messages, change.field)}:</span>{' '}
                  {changeText(messages, change)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {changes.length > shown.length ? (
        <Button kind="soft" wide onClick={() => setOpen(true)}>
          {t('imports.findings-more')}
        </Button>
      ) : null}
      {changes.length < updated && shown.length === changes.length ? (
        <p className="small muted">
          {t('imports.changes-first', { count: number(changes.length) })}
        </p>
      ) : null}
    </Card>
  );
}
