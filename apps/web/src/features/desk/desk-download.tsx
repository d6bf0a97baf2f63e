import type { ReportFormat } from '@crece/domain';
import type { LinesAsked } from '@crece/reports/desk';
import { useState } from 'react';
import { HttpError } from '../../api/http.ts';
import { useMessages } from '../../data/messages.tsx';
import { ShareFile } from '../../shared/reports/share-file.tsx';
import { type TableFile, tableFile } from '../../shared/reports/table-file.ts';
import { Button } from '../../ui/controls.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useDesk } from './desk-context.ts';
import { figuresTable, listTable } from './desk-tables.ts';
import { deskFailure } from './desk-words.ts';
import { useDeskWords } from './use-desk-words.ts';
import { wholeList } from './whole-list.ts';

type Table = Pick<TableFile, 'columns' | 'titles' | 'answers' | 'rows'>;

const FORMATS = ['xlsx', 'csv'] as const satisfies readonly ReportFormat[];

/** Two buttons that save a table; `name` is the start of the file name. */
function Download({ name, make }: { name: string; make: () => Table | Promise<Table> }) {
  const { t } = useMessages();
  const { answer, place } = useDesk();
  const [made, setMade] = useState<{ file: Blob; name: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<HttpError | null>(null);

  async function save(format: ReportFormat): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const file = await tableFile({ ...(await make()), sheet: t('desk.title') }, format);
      const where = place.stakeDB ?? place.country ?? 'all';
      const { today, choice } = answer.figures;
      const full = `desk_${name}_${where}_${choice.ages}_${choice.months}m_${today}.${format}`;
      saveFile(file, full);
      setMade({ file, name: full });
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      setFailure(cause);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {FORMATS.map((format) => (
        <Button
          key={format}
          kind="second"
          small
          icon="down"
          disabled={isBusy}
          onClick={() => void save(format)}
        >
          {t(`desk.file.${format}`)}
        </Button>
      ))}
      {made === null ? null : (
        <ShareFile key={made.name} name={made.name} load={async () => made.file} />
      )}
      {failure === null ? null : <p role="alert">{deskFailure(t, failure)}</p>}
    </>
  );
}

/** Saves the figures of the desk as a file. */
export function FiguresDownload({ title }: { title: string }) {
  const words = useDeskWords();
  const { figures } = useDesk().answer;
  return <Download name="figures" make={() => figuresTable(words, figures, title)} />;
}

/** Saves the whole list as a file, loaded by the same requests as for printing. */
export function ListDownload({ lines }: { lines: LinesAsked }) {
  const words = useDeskWords();
  const desk = useDesk();
  const { units, today } = desk.answer.figures;
  const unitName = (stakeDB: string) =>
    units.find(({ unit }) => unit.stakeDB === stakeDB)?.unit.stakeName ?? stakeDB;
  const make = async () =>
    listTable(words, await wholeList(desk.page, lines, Number.POSITIVE_INFINITY), {
      list: lines.list,
      today,
      unitName,
    });
  return <Download name={lines.list} make={make} />;
}
