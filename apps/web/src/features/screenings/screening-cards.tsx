import {
  leadsStatus,
  MUAC_FROM_MONTHS,
  muacFromMillimetres,
  type Screening,
  type ZIndex,
} from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { isPlainBeneath, statusWord } from '../../shared/screenings/status-words.ts';
import { supplementWithEnd } from '../../shared/screenings/supplement-words.ts';
import {
  indexLabel,
  measureText,
  muacFigure,
  zText,
} from '../../shared/screenings/verdict-words.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/status-mark.tsx';
import { Card, Fold } from '../../ui/surfaces.tsx';
import { ExactLine } from './exact-line.tsx';
import { useOwnChecks } from './guidance-panel.tsx';
import { praiseDoubtOf } from './praise.ts';
import { Ruler, type RulerBand } from './ruler.tsx';
import { TrendLine } from './trend-line.tsx';
import { useWhoRules } from './use-who-rules.ts';
import { whyOf } from './why-words.ts';

const BANDS: readonly RulerBand[] = [
  { from: -4, to: -2, tone: 'red' },
  { from: -2, to: -1, tone: 'amber' },
  { from: -1, to: 3, tone: 'green' },
];

const MARKS = [-3, -2, -1, 0] as const;

function toneOfZ(z: number): Tone {
  if (z < -2) return 'red';
  return z < -1 ? 'amber' : 'green';
}

/** The indices by the programme's tables, the deciding one first. */
export const SHOWN_INDICES = ['wl', 'ha', 'wa'] as const satisfies readonly ZIndex[];

function IndexRulers({ entry }: { entry: ScreeningFacts }) {
  const translator = useMessages();
  const { t, number } = translator;
  const { reading, mark } = entry;
  return SHOWN_INDICES.map((index) => {
    const z = reading.zScore[index];
    const label = t(`assessment.index.${index}`);
    if (z === null) {
      const isOutside = reading.missing[index] === 'outside-reference';
      return (
        <p key={index} className="ruler ruler-head muted">
          <span>{label}</span>
          <span>{t(isOutside ? 'screenings.outside-reference' : 'screenings.not-measured')}</span>
        </p>
      );
    }
    const swollenLabel = indexLabel(translator, reading, index);
    if (isPlainBeneath(mark, reading)) {
      // Beside a banner that asks for action the figures are plain text: no green band is drawn.
      return (
        <p key={index} className="ruler ruler-head">
          <span>{swollenLabel}</span>
          <b className="num">{zText(translator, z)}</b>
        </p>
      );
    }
    return (
      <Ruler
        key={index}
        label={swollenLabel}
        value={z}
        valueText={zText(translator, z)}
        bands={BANDS}
        marks={MARKS.map((at) => ({ at, text: number(at) }))}
        tone={toneOfZ(z)}
      />
    );
  });
}

/** Whether MUAC does not count yet: under 6 months, or at an unknown age. */
function isUnderSix(monthAge: number | null): boolean {
  return monthAge === null || monthAge < MUAC_FROM_MONTHS;
}

function MuacLine({ entry }: { entry: ScreeningFacts }) {
  const translator = useMessages();
  const { muac } = entry.screening;
  const { muacBand, monthAge } = entry.reading;
  if (muac === undefined) return null;
  const key =
    muacFromMillimetres(muac) === null
      ? (`assessment.muac.${muacBand ?? (isUnderSix(monthAge) ? 'young' : 'unread')}` as const)
      : 'assessment.muac.millimetres';
  return (
    <p className="line">
      <Icon name="tape" small />
      {translator.t(key, { muac: measureText(translator, muac) })}
    </p>
  );
}

/**
 * The programme's words for this screening, as reports and coordinators know them. The class is a
 * code that seems to contradict the verdict ("Red" beside "Moderate acute"), so it is folded.
 */
function ProgrammeWords({ entry, isSoFar = false }: { entry: ScreeningFacts; isSoFar?: boolean }) {
  const translator = useMessages();
  const { t } = translator;
  const { reading, mark } = entry;
  return (
    <>
      <dl className="facts">
        {reading.zscoreStatus === undefined ? null : (
          <>
            <dt>{t('screenings.programme-status')}</dt>
            <dd>
              {isPlainBeneath(mark, reading)
                ? `${t(`assessment.status.${reading.zscoreStatus}`)} (${statusWord({ t }, mark, reading)})`
                : t(`assessment.status.${reading.zscoreStatus}`)}
            </dd>
          </>
        )}
        {isSoFar ? null : (
          <>
            <dt>{t('screenings.supplement-today')}</dt>
            <dd>{supplementWithEnd(translator, entry)}</dd>
          </>
        )}
      </dl>
      {reading.status === undefined || isPlainBeneath(mark, reading) ? null : (
        <details className="for-coordinator">
          <summary>{t('screenings.for-coordinator')}</summary>
          <dl className="facts">
            <dt>{t('screenings.programme-class')}</dt>
            <dd>{t(`assessment.class.${reading.status}`)}</dd>
          </dl>
        </details>
      )}
    </>
  );
}

function WhyText({ entry }: { entry: ScreeningFacts }) {
  const doubt = praiseDoubtOf(entry, useWhoRules());
  const { facts, rule, notes } = whyOf(useMessages(), entry, doubt);
  return (
    <div className="why">
      <p>
        {facts.length === 0 ? null : <b>{facts.join(' ')} </b>}
        {rule}
      </p>
      {notes.map((note) => (
        <p key={note} className="small">
          {note}
        </p>
      ))}
      <ExactLine entry={entry} />
    </div>
  );
}

/** The rule and the figure that decided, with the figures on their rulers. */
export function WhyCard({ entry }: { entry: ScreeningFacts }) {
  const { t } = useMessages();
  return (
    <Card title={t('screenings.why-this-colour')} className="why-card">
      <WhyText entry={entry} />
      <IndexRulers entry={entry} />
      <MuacLine entry={entry} />
      <ProgrammeWords entry={entry} />
    </Card>
  );
}

const WHY_TITLES = {
  red: 'screenings.why-red',
  amber: 'screenings.why-amber',
  green: 'screenings.why-green',
  grey: 'screenings.why-grey',
} as const;

function Change({
  label,
  now,
  before,
  write,
  unit,
}: {
  label: string;
  now: number | null | undefined;
  before: number | null | undefined;
  write: (value: number, signed: boolean) => string;
  unit?: string;
}) {
  const { t } = useMessages();
  if (now === null || now === undefined) {
    return (
      <div>
        <span>{label}</span>
        <b className="muted small">{t('screenings.not-measured')}</b>
      </div>
    );
  }
  // Two decimals: a subtraction of stored figures must not show 0.30000000000000004.
  const change =
    before === null || before === undefined ? null : Math.round((now - before) * 100) / 100;
  return (
    <div>
      <span>{label}</span>
      <b className="num">
        {write(now, false)}
        {unit === undefined ? null : ` ${unit}`}
      </b>
      {change === null || change === 0 ? null : (
        <span className="delta num">
          <Icon name={change < 0 ? 'down' : 'up'} small />
          {write(change, true)}
        </span>
      )}
    </div>
  );
}

/**
 * The figures of a screening with the change since the previous one, and the reason for the colour.
 */
export function MeasuresCard({
  entry,
  isSoFar = false,
}: {
  entry: ScreeningFacts;
  /** Newer screenings may still arrive: leave out what is due today. */
  isSoFar?: boolean;
}) {
  const translator = useMessages();
  const { t, number, shortDate } = translator;
  const { screening, previous, today, reading, mark } = entry;
  const writeZ = (value: number) => zText(translator, value);
  const write = (value: number, signed: boolean) => number(value, { decimals: 1, signed });
  // With a referral that this screening does not show the child's mark is another: no colour is named.
  const signs = entry.standing?.referral?.signs ?? [];
  const isPlain = !leadsStatus(mark) && signs.every(({ isShownByNewest }) => isShownByNewest);
  const whyTitle = isPlain ? WHY_TITLES[mark.colour] : 'screenings.why-this-colour';
  const isMillimetres = muacFromMillimetres(screening.muac) !== null;
  const measure = (field: 'height' | 'weight' | 'muac', label: string, unit: string) => (
    <Change
      label={label}
      now={screening[field]}
      before={previous?.screening[field]}
      write={write}
      unit={unit}
    />
  );
  return (
    <Card
      title={
        previous === null
          ? t('screenings.measures')
          : t('screenings.since-visit', { date: shortDate(previous.screening.surveyDate, today) })
      }
      className="measures"
    >
      <div className="changes">
        {SHOWN_INDICES.map((index) => (
          <Change
            key={index}
            label={indexLabel(translator, reading, index)}
            now={reading.zScore[index]}
            before={previous?.reading.zScore[index]}
            write={writeZ}
          />
        ))}
        {isMillimetres ? (
          // Empty cell: no figure in cm, and nothing to compare.
          <Change
            label={t('assessment.index.muac')}
            now={screening.muac}
            before={null}
            write={(muac) => muacFigure(translator, muac)}
          />
        ) : (
          measure('muac', t('assessment.index.muac'), t('common.cm'))
        )}
        {measure('height', t('screenings.height'), t('common.cm'))}
        {measure('weight', t('screenings.weight'), t('common.kg'))}
      </div>
      <Fold title={t(whyTitle)} open>
        <WhyText entry={entry} />
        <ProgrammeWords entry={entry} isSoFar={isSoFar} />
      </Fold>
    </Card>
  );
}

/**
 * "height +1.7 cm, weight −0.2 kg" since the previous screening; null when nothing can be compared.
 */
export function ChangeLine({ entry }: { entry: ScreeningFacts }) {
  const { t, number, shortDate, list } = useMessages();
  const { screening, previous, today } = entry;
  if (previous === null) return null;
  const change = (field: 'height' | 'weight' | 'muac') => {
    const now = screening[field];
    const before = previous.screening[field];
    if (now === undefined || before === undefined) return [];
    const value = number(Math.round((now - before) * 100) / 100, { decimals: 1, signed: true });
    return [t(`screenings.${field}-change`, { value })];
  };
  const changes = [...change('height'), ...change('weight'), ...change('muac')];
  if (changes.length === 0) return null;
  return (
    <p className="line">
      <Icon name="chart" small />
      {t('screenings.since-last-line', {
        date: shortDate(previous.screening.surveyDate, today),
        changes: list(changes),
      })}
    </p>
  );
}

interface ChangesProps {
  entry: ScreeningFacts;
  /** All screenings of the child. */
  screenings: readonly Screening[];
}

/** The direction of the weight, WHO's lines that were crossed, and our own checks. */
export function ChangeLines(props: ChangesProps) {
  const checks = useOwnChecks(props);
  return (
    <>
      <TrendLine entry={props.entry} />
      {checks.map((check) => (
        <p key={check} className="line">
          <Icon name="warning" small />
          {check}
        </p>
      ))}
    </>
  );
}

/** What changed since earlier screenings, in words; nothing without a change to tell. */
export function ChangesCard(props: ChangesProps) {
  const { t } = useMessages();
  const { trend, crossed, previous } = props.entry;
  const checks = useOwnChecks(props);
  const isChanged = trend !== null || crossed.length > 0 || checks.length > 0;
  if (previous === null || !isChanged) return null;
  return (
    <Card title={t('screenings.changes')} className="changes-card">
      <ChangeLines {...props} />
    </Card>
  );
}
