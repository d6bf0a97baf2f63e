import type { ExportRequest } from '@crece/contract';
import { EXPORT_FORMATS, type ExportFormat } from '@crece/domain';
import { reportUnits } from '@crece/reports';
import { dhis2MappingExample, mappingSentences, readDhis2Mapping } from '@crece/reports/exports';
import { useState } from 'react';
import { beginExport } from '../../api/reports.ts';
import { loadCatalogue } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import type { OpenUnit } from '../../data/units.tsx';
import type { ReportAsk } from '../../shared/navigation/report-paths.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { RadioCards } from '../../ui/choices.tsx';
import { Button } from '../../ui/controls.tsx';
import { FieldError } from '../../ui/field-parts.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Fold } from '../../ui/surfaces.tsx';
import { RunOutcome } from './create-file.tsx';
import { useFileRun } from './csv-status/use-file-run.ts';

interface ExportProps {
  unit: OpenUnit;
  ask: ReportAsk;
}

/** Choices for the number of months in one DHIS2 file. */
const MONTHS = [1, 3, 6, 12] as const;

/** Files for other programs, folded: for the units of the report. */
export function ExportFile({ unit, ask }: ExportProps) {
  const { t } = useMessages();
  const online = useOnline();
  const [format, setFormat] = useState<ExportFormat>('anthro');
  const [body, setBody] = useState<ExportRequest>({});
  const { state, start, isRunning } = useFileRun([format, ask.scope, ask.retired, body]);
  const isReady = format !== 'dhis2' || body.mapping !== undefined;
  return (
    <Fold title={t('reports.export')} note="WHO Anthro, FHIR, DHIS2" icon="table">
      <div className="stack report-file">
        <RadioCards<ExportFormat>
          label={t('reports.export')}
          hideLabel
          options={EXPORT_FORMATS.map((each) => ({
            value: each,
            label: t(`reports.export.${each}`),
            detail: t(`reports.export-text.${each}`),
          }))}
          value={format}
          onChange={({ target }) => {
            const chosen = EXPORT_FORMATS.find((each) => each === target.value);
            if (chosen !== undefined) setFormat(chosen);
          }}
        />
        {format === 'fhir' ? (
          <label className="report-check">
            <input
              type="checkbox"
              checked={body.withContact ?? false}
              onChange={({ target }) => setBody({ ...body, withContact: target.checked })}
            />
            {t('reports.export-contact')}
          </label>
        ) : null}
        {format === 'dhis2' ? (
          <Dhis2Fields unit={unit} ask={ask} body={body} onBody={setBody} />
        ) : null}
        <Button
          kind="second"
          icon="paper"
          wide
          disabled={!online || isRunning || !isReady}
          onClick={() => void start((room) => beginExport(unit, ask, { format, room, body }))}
        >
          {t('reports.export-create')}
        </Button>
        <RunOutcome state={state} />
      </div>
    </Fold>
  );
}

/**
 * The months, and the mapping file with the ids of figures and units in the organisation's DHIS2.
 */
function Dhis2Fields({
  unit,
  ask,
  body,
  onBody,
}: ExportProps & { body: ExportRequest; onBody: (body: ExportRequest) => void }) {
  const { t, number, language } = useMessages();
  const [name, setName] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const read = async (file: File) => {
    const { mapping: _before, ...rest } = body;
    onBody(rest);
    setName(file.name);
    try {
      const mapping = JSON.parse(await file.text()) as ExportRequest['mapping'];
      const found = readDhis2Mapping(mapping);
      setProblems(found.ok ? [] : mappingSentences(found.problems, language));
      if (found.ok) onBody({ ...rest, mapping });
    } catch {
      setProblems([t('reports.export-mapping-wrong')]);
    }
  };
  return (
    <>
      <ChoiceField
        label={t('reports.export-months')}
        of={MONTHS}
        value={body.months ?? 1}
        textOf={number}
        onValue={(months) => onBody({ ...body, months })}
      />
      <div className="stack-2">
        <p className="label">{t('reports.export-mapping')}</p>
        <span className="btn btn-2 btn-wide file-choice">
          {name === '' ? t('reports.export-mapping-choose') : name}
          <input
            type="file"
            accept=".json,application/json"
            aria-label={t('reports.export-mapping-choose')}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) void read(file);
              target.value = '';
            }}
          />
        </span>
        {problems.map((problem) => (
          <FieldError key={problem}>{problem}</FieldError>
        ))}
        <MappingExample unit={unit} ask={ask} />
      </div>
    </>
  );
}

/** Makes a mapping to fill in: every figure, and the units of the report. */
function MappingExample({ unit, ask: { scope } }: ExportProps) {
  const { t } = useMessages();
  const device = useDevice();
  const make = async () => {
    const { catalogue } = await loadCatalogue(device, false, new Date());
    const place =
      scope === 'stake'
        ? ({ scope, stakeDB: unit.stakeDB } as const)
        : scope === 'country'
          ? ({ scope, countryCode: unit.countryCode } as const)
          : ({ scope } as const);
    const example = dhis2MappingExample(reportUnits(catalogue, place));
    saveFile(new Blob([`${JSON.stringify(example, null, 2)}\n`]), 'dhis2-mapping.json');
  };
  return (
    <Button kind="quiet" icon="down" onClick={() => void make()}>
      {t('reports.export-mapping-example')}
    </Button>
  );
}
