import { type SaidTexts, saidIn, Z_LINES, ZSCORE_STATUSES, type ZscoreStatus } from '@crece/domain';
import type { Translator } from '@crece/messages';
import type { ReportWords } from '@crece/messages/report-words';
import type { Cell } from '@crece/reports';
import type { ReactNode } from 'react';
import { momentText } from '../../shared/words/moment.ts';
import { Badge } from '../../ui/controls.tsx';
import { StatusWord, type Tone } from '../../ui/status-mark.tsx';
import type { ShownColumn } from './report-rows.tsx';

/** What a cell is drawn with. */
export interface CellContext {
  /** Speaks the language of the report. */
  readonly voice: Translator;
  /** The words that its cells hold, from which their codes are read back. */
  readonly words: ReportWords;
  /** The programme's own words for what it hands out. */
  readonly supplements: SaidTexts;
  readonly now: Date;
  /** The child of the row was under 6 months of age: no amount of food is named. */
  readonly isInfant?: boolean;
}

const ALERTS = ['swelling', 'muac-red', 'severe-under-6', 'muac-yellow', 'millimetres'] as const;
type Alert = (typeof ALERTS)[number];

/** The danger signs of a cell "refer: swelling; yellow MUAC", and what it holds besides them. */
function alertsOf(
  text: string,
  { words }: Pick<CellContext, 'words'>,
): readonly (Alert | { other: string })[] {
  if (text === '') return [];
  return text
    .split('; ')
    .map((part) => ALERTS.find((one) => words.word(`alert.${one}`) === part) ?? { other: part });
}

function alertBadge(alert: Alert, { t }: Translator): ReactNode {
  const text = t(`reports.alert.${alert}`);
  if (alert === 'millimetres')
    return (
      <Badge look="line" icon="info">
        {text}
      </Badge>
    );
  return alert === 'muac-yellow' ? (
    <Badge look="status" tone="amber" icon="tape">
      {text}
    </Badge>
  ) : (
    <Badge look="status" tone="red" icon="doctor">
      {text}
    </Badge>
  );
}

/** Dates within a text as the person reads them. */
const withDates = (text: string, { date }: Translator): string =>
  text.replace(/\d{4}-\d{2}-\d{2}/g, (day) => date(day, 'medium'));

/** On paper: what is urgent about the child of a row, each in a line below the name. */
export function urgentLines(
  alert: string,
  openReferral: string,
  context: Pick<CellContext, 'voice' | 'words'>,
): readonly string[] {
  const { voice } = context;
  const alerts = alertsOf(alert, context).map((one) =>
    typeof one === 'string' ? voice.t(`reports.alert.${one}`) : one.other,
  );
  const signs = withDates(openReferral, voice);
  return [
    ...(alerts.length === 0 ? [] : [alerts.join('; ')]),
    ...(signs === '' ? [] : [voice.t('reports.open-referral', { signs })]),
  ];
}

/** What is urgent about the child of a row, which stands with the name. */
export function Urgent({
  alert,
  openReferral,
  context,
}: {
  alert: string;
  openReferral: string;
  context: CellContext;
}) {
  const { voice } = context;
  return (
    <>
      {alertsOf(alert, context).map((one) =>
        typeof one === 'string' ? (
          <span key={one}>{alertBadge(one, voice)}</span>
        ) : (
          <Badge key={one.other} look="status" tone="red" icon="doctor">
            {one.other}
          </Badge>
        ),
      )}
      {openReferral === '' ? null : (
        <span className="report-referral">
          <Badge look="status" tone="red" icon="doctor">
            {voice.t('reports.referred')}
          </Badge>
          <small>{withDates(openReferral, voice)}</small>
        </span>
      )}
    </>
  );
}

const TONES: Readonly<Record<ZscoreStatus, Tone>> = {
  'Acute: sam supplements required': 'red',
  'Acute: mam supplements required': 'red',
  'Acute: supplements required': 'red',
  'Micro nutrients required': 'red',
  'At Risk: Come to next screening': 'amber',
  Normal: 'green',
};

/** The statuses of the summary, which has a scale of its own. */
const OF_SUMMARY = {
  SAM: 'Acute: sam supplements required',
  MAM: 'Acute: mam supplements required',
  Risk: 'At Risk: Come to next screening',
  Normal: 'Normal',
} as const;

interface Status {
  readonly tone: Tone;
  readonly word: string;
}

function statusOf(text: string, { voice: { t }, words }: CellContext): Status | null {
  const found =
    ZSCORE_STATUSES.find((one) => words.word(`status.${one}`) === text) ??
    Object.entries(OF_SUMMARY).find(
      ([code]) => words.word(`summary.${code as keyof typeof OF_SUMMARY}`) === text,
    )?.[1];
  if (found !== undefined) return { tone: TONES[found], word: t(`assessment.word.${found}`) };
  if (text === words.word('summary.Chronic')) {
    return { tone: 'red', word: t('reports.status.Chronic') };
  }
  return text === words.word('summary.NotAssessed')
    ? { tone: 'grey', word: t('assessment.word.not-assessed') }
    : null;
}

/**
 * The status with its mark. Beside a danger sign or an open referral nothing is green: the word then
 * stands alone, as in the list of children.
 */
function statusCell(text: string, isUrgent: boolean, context: CellContext): ReactNode {
  const status = statusOf(text, context);
  if (status === null) return text;
  if (status.tone === 'green' && isUrgent) return status.word;
  return <StatusWord tone={status.tone}>{status.word}</StatusWord>;
}

const SUPPLEMENTS = ['sup', 'mic', 'MAM', 'SAM'] as const;

/** "sup (lapsed)" of the file as the supplement that it names. */
function supplementCell(
  text: string,
  { voice: { t, language }, words, supplements, isInfant }: CellContext,
): ReactNode {
  if (text === words.word('sup.none'))
    return <span className="muted">{t('reports.none-due')}</span>;
  const isLapsed = (code: string) => words.word('sup.lapsed', { sup: code }) === text;
  const code = SUPPLEMENTS.find((one) => one === text || isLapsed(one));
  const atRisk = words.word('sup.at-risk');
  if (code === undefined && text !== atRisk && !isLapsed(atRisk)) return text;
  if (code !== undefined && isInfant) return t('assessment.supplement.under6');
  const supplement =
    code === undefined
      ? t('assessment.word.At Risk: Come to next screening')
      : (saidIn(supplements[code], language) ?? t(`assessment.supplement.${code}`));
  const isOld = isLapsed(code ?? atRisk);
  return isOld ? t('reports.lapsed', { supplement }) : supplement;
}

const BANDS = { red: 'red', yellow: 'amber', green: 'green' } as const;

function bandCell(text: string, { words }: CellContext): ReactNode {
  const bands = Object.keys(BANDS) as (keyof typeof BANDS)[];
  const band = bands.find((one) => words.word(`muac.${one}`) === text);
  if (band === undefined || band === 'green') return text;
  return (
    <StatusWord tone={BANDS[band]} glyph="tape">
      {text}
    </StatusWord>
  );
}

/** The names of the exact figures that WHO finds implausible, in words. */
function flagsCell(text: string, { voice: { t } }: CellContext): string {
  const exact = ['zlen', 'zwei', 'zwfl', 'zbmi', 'zac'] as const;
  return text
    .split(' ')
    .map((flag) => {
      const known = exact.find((one) => one === flag);
      return known === undefined ? flag : t(`reports.head.who_${known}`);
    })
    .join('; ');
}

/** Number of decimals of a column's figures; others have what they need. */
const DECIMALS: Readonly<Record<string, number>> = {
  weight: 1,
  height: 1,
  muac: 1,
  outsideWeight: 1,
  outsideHeight: 1,
  ha: 2,
  wa: 2,
  wh: 2,
  latitude: 5,
  longitude: 5,
};

const isIndex = (name: string): boolean => /^(?:ha|wa|wh)$/.test(name);

function numberCell(value: number, name: string, { voice }: CellContext): ReactNode {
  if (name === 'age') return voice.age(value);
  const decimals = name.startsWith('who_') ? 2 : DECIMALS[name];
  const text = voice.number(value, decimals === undefined ? {} : { decimals });
  const isLow = isIndex(name) && value < Z_LINES.moderate;
  return isLow ? <b className="report-low">{text}</b> : text;
}

const TEXTS: Readonly<Record<string, (text: string, context: CellContext) => ReactNode>> = {
  Sup: supplementCell,
  supType: supplementCell,
  muacBand: bandCell,
  who_flags: flagsCell,
  by: (text, { voice }) => withDates(text, voice),
  created: (text, { voice, now }) => momentText(voice, text, now),
  screenCreated: (text, { voice, now }) => momentText(voice, text, now),
};

/** A cell of the file in words, marks and figures of the screens. */
export function previewCell(
  cell: Cell,
  { name, kind }: Pick<ShownColumn, 'name' | 'kind'>,
  context: CellContext & { readonly isUrgent: boolean },
): ReactNode {
  const { voice, words } = context;
  if (cell === null || cell === '') return null;
  if (typeof cell === 'boolean') return words.word(cell ? 'yes' : 'no');
  if (typeof cell === 'number') return numberCell(cell, name, context);
  if (kind === 'date') return voice.date(cell, 'medium');
  if (name === 'status') return statusCell(cell, context.isUrgent, context);
  return TEXTS[name]?.(cell, context) ?? cell;
}
