import type { ImportColumnBody, ImportResultBody } from '@crece/contract';
import { IMPORT_FIELD_NAMES } from '@crece/imports';
import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { useMarkUnsaved } from '../../shared/forms/unsaved.tsx';
import { Button } from '../../ui/controls.tsx';
import { FieldError } from '../../ui/field-parts.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Card, Fold } from '../../ui/surfaces.tsx';
import { type ChosenColumns, choiceName, isToldByHeading } from './column-memory.ts';
import { columnProblemText, columnText, fieldText } from './import-words.ts';

interface ColumnsProps {
  result: ImportResultBody;
  columns: ChosenColumns;
  onColumns: (columns: ChosenColumns) => void;
}

/** Required columns that were not recognised: the person is asked for them at once. */
export function ColumnsCard(props: ColumnsProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <Card title={t('imports.columns-title')} className="import-card">
      <p className="muted small">{t('imports.columns-text')}</p>
      {props.result.problems.map((problem) => (
        <FieldError key={`${problem.code} ${problem.field ?? ''}`}>
          {columnProblemText(messages, problem)}
        </FieldError>
      ))}
      <ColumnChoices {...props} />
    </Card>
  );
}

/** The same choice, folded when all required columns were recognised. */
export function ColumnsFold(props: ColumnsProps) {
  const { t, number } = useMessages();
  const { columns } = props.result;
  const read = columns.filter(({ field }) => field !== null).length;
  return (
    <Fold
      title={t('imports.columns-title')}
      note={t('imports.columns-read', { read: number(read), count: number(columns.length) })}
      icon="table"
    >
      <ColumnChoices {...props} />
    </Fold>
  );
}

/** The columns with their positions in the file, unrecognised ones first. */
function unknownFirst(columns: readonly ImportColumnBody[]) {
  const rank = ({ by }: ImportColumnBody) => (by === 'unknown' ? 0 : 1);
  return [...columns.entries()].sort(([, a], [, b]) => rank(a) - rank(b));
}

function ColumnChoices({ result, columns, onColumns }: ColumnsProps) {
  const messages = useMessages();
  const { t } = messages;
  const [chosen, setChosen] = useState<ChosenColumns>({});
  useMarkUnsaved(Object.keys(chosen).length > 0);
  return (
    <form
      className="import-columns"
      onSubmit={(event) => {
        event.preventDefault();
        onColumns({ ...columns, ...chosen });
      }}
    >
      {unknownFirst(result.columns).map(([place, column]) => (
        <ColumnChoice
          // A heading may occur twice in a file.
          key={`${place} ${column.header}`}
          column={column}
          label={columnText(messages, column, place, isToldByHeading(result.columns, place))}
          value={chosen[choiceName(result.columns, place)] ?? column.field ?? ''}
          onValue={(field) =>
            setChosen((before) => ({ ...before, [choiceName(result.columns, place)]: field }))
          }
        />
      ))}
      <Button
        kind={result.problems.length === 0 ? 'second' : 'primary'}
        wide
        type="submit"
        disabled={Object.keys(chosen).length === 0}
      >
        {t('imports.check-again')}
      </Button>
    </form>
  );
}

function ColumnChoice({
  column: { by, examples = [] },
  label,
  value,
  onValue,
}: {
  column: ImportColumnBody;
  label: string;
  value: string;
  onValue: (field: string) => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const note = by === 'derived' || by === 'mapping' ? { note: t(`imports.by.${by}`) } : {};
  const hint =
    examples.length === 0
      ? {}
      : { hint: t('imports.column-examples', { examples: examples.join(' · ') }) };
  return (
    <SelectField
      label={label}
      {...note}
      {...hint}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    >
      <option value="">{t('imports.not-read')}</option>
      {IMPORT_FIELD_NAMES.map((field) => (
        <option key={field} value={field}>
          {fieldText(messages, field)}
        </option>
      ))}
    </SelectField>
  );
}
