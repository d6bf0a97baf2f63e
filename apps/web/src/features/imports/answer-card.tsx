import type { ImportBody, ImportResultBody } from '@crece/contract';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { listPath } from '../../shared/navigation/paths.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Button, ButtonLink } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { ColumnsCard, ColumnsFold } from './columns-card.tsx';
import { ImportCounts, ImportFindings } from './findings.tsx';
import { refusalText } from './import-words.ts';
import { QuestionsCard } from './questions-card.tsx';
import { FileDoubts, ImportChanges, ImportSample, NotRead } from './understood.tsx';
import { UndoneCard } from './undone-card.tsx';
import type { ImportRun } from './use-import.ts';

interface AnswerProps {
  run: ImportRun;
  job: ImportBody;
  unit: OpenUnit;
}

/**
 * The content of a finished job: what is missing, what would happen to the rows, or what happened
 * to them.
 */
export function ImportAnswer({ run, job, unit }: AnswerProps) {
  const { t } = useMessages();
  const { result } = job;
  const other = (
    <Button kind="quiet" icon="paper" onClick={run.again}>
      {t('imports.choose-other')}
    </Button>
  );
  if (job.state === 'failed' || result === undefined) {
    return (
      <Trouble title={t('imports.failed')} text={t('imports.failed-text')}>
        {other}
      </Trouble>
    );
  }
  switch (result.status) {
    case 'refused':
      return <Refused code={result.refusal ?? ''}>{other}</Refused>;
    case 'columns':
      return (
        <>
          <ColumnsCard
            result={result}
            columns={run.columns}
            onColumns={(columns) => run.checkAgain({ columns })}
          />
          {other}
        </>
      );
    case 'questions':
      return (
        <>
          <QuestionsCard
            questions={result.questions}
            answers={run.answers}
            onAnswers={(answers) => run.checkAgain({ answers })}
          />
          {other}
        </>
      );
    case 'checked':
      return (
        <Checked run={run} job={job} result={result}>
          {other}
        </Checked>
      );
    case 'imported':
      return <Imported run={run} job={job} result={result} unit={unit} />;
    case 'undone':
      return <UndoneCard result={result} unit={unit} onAgain={run.again} />;
  }
}

function Trouble({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Card title={title} className="import-card import-trouble">
      <p>
        <Icon name="warning" /> {text}
      </p>
      {children}
    </Card>
  );
}

function Refused({ code, children }: { code: string; children: ReactNode }) {
  const messages = useMessages();
  return (
    <Trouble title={messages.t('imports.refused')} text={refusalText(messages, code)}>
      {children}
    </Trouble>
  );
}

function Checked({
  run,
  job,
  result,
  children,
}: Omit<AnswerProps, 'unit'> & { result: ImportResultBody; children: ReactNode }) {
  const { t } = useMessages();
  const { questions } = result;
  const details = (
    <>
      <ImportSample result={result} />
      <ImportChanges result={result} />
      <ColumnsFold
        result={result}
        columns={run.columns}
        onColumns={(columns) => run.checkAgain({ columns })}
      />
    </>
  );
  if (questions.length > 0) {
    // What becomes of the rows depends on the answer, so they are not counted yet.
    return (
      <>
        <QuestionsCard
          questions={questions}
          answers={run.answers}
          onAnswers={(answers) => run.checkAgain({ answers })}
        />
        <FileDoubts result={result} />
        <NotRead result={result} remembered={run.remembered} />
        {details}
        {children}
      </>
    );
  }
  return (
    <>
      <Card title={t('imports.checked-title')} className="import-card">
        <p className="muted small" role="status">
          {t('imports.checked-rows', { count: result.rows })}
        </p>
        <ImportCounts result={result} />
        <Namesakes count={result.namesakes ?? 0} />
        <FileDoubts result={result} />
        <NotRead result={result} remembered={run.remembered} />
        <ImportButton
          count={result.created + result.updated}
          rejected={result.rejected}
          onImport={run.importIt}
        />
      </Card>
      {details}
      <ImportFindings job={job} result={result} />
      {children}
    </>
  );
}

/** New children with the name of one who is there; the list of findings names each. */
function Namesakes({ count }: { count: number }) {
  const { t } = useMessages();
  if (count === 0) return null;
  return (
    <IconNote className="import-warning" icon="warning" large>
      {t('imports.namesakes', { count })}
    </IconNote>
  );
}

function ImportButton({
  count,
  rejected,
  onImport,
}: {
  count: number;
  rejected: number;
  onImport: () => void;
}) {
  const { t } = useMessages();
  return (
    <>
      {rejected === 0 ? null : (
        <p className="small">{t('imports.rejected-note', { count: rejected })}</p>
      )}
      {count === 0 ? (
        <p>{t('imports.nothing-to-import')}</p>
      ) : (
        <Button kind="primary" wide onClick={onImport}>
          {t('imports.import', { count })}
        </Button>
      )}
    </>
  );
}

function Imported({ run, job, result, unit }: AnswerProps & { result: ImportResultBody }) {
  const { t } = useMessages();
  const ask = useAsk();
  const undo = async () => {
    const sure = await ask.confirm({
      title: t('imports.undo-question'),
      body: t('imports.undo-text'),
      yes: t('imports.undo'),
      danger: true,
    });
    if (sure) run.undo();
  };
  return (
    <>
      <Card title={t('imports.imported-title')} className="import-card">
        <ImportCounts result={result} />
        <FileDoubts result={result} />
        <NotRead result={result} remembered={run.remembered} />
        <p className="small muted">{t('imports.imported-text')}</p>
        <div className="import-acts">
          <ButtonLink to={listPath(unit)} kind="primary">
            {t('imports.to-list')}
          </ButtonLink>
          <Button kind="second" onClick={run.again}>
            {t('imports.another')}
          </Button>
          {result.created + result.updated === 0 ? null : (
            <Button kind="danger" onClick={() => void undo()}>
              {t('imports.undo')}
            </Button>
          )}
        </div>
      </Card>
      <ImportFindings job={job} result={result} />
    </>
  );
}
