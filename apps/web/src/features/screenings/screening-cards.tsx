import { MUAC_FROM_MONTHS, muacFromMillimetres, type ZIndex } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { isPlainBeneath, statusWord } from '../../shared/screenings/status-words.ts';
import { supplementWithEnd } from '../../shared/screenings/supplement-words.ts';
import { indexLabel, measureText, zText } from '../../shared/screenings/verdict-words.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/status-mark.tsx';
import { Fold } from '../../ui/surfaces.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { ExactLine } from './exact-line.tsx';
import { praiseDoubtOf } from './praise.ts';
import { Ruler, type RulerBand } from './ruler.tsx';
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
    <p className="said-line">
      <Icon name="tape" small />
      {translator.t(key, { muac: measureText(translator, muac) })}
    </p>
  );
}

/**
 * The programme's words for this screening, as reports and coordinators know them. The class is a
 * code that seems to contradict the verdict ("Red" beside "Moderate acute"), so it is folded.
 */
export function ProgrammeWords({
  entry,
  hasStatus = false,
}: {
  entry: ScreeningFacts;
  /** Whether nothing above says the status: the child has nothing to do. */
  hasStatus?: boolean;
}) {
  const { t } = useMessages();
  const { reading, mark } = entry;
  return (
    <>
      {hasStatus ? <ProgrammeLine entry={entry} /> : null}
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

/** The programme's status in its own words, with the word of the screen where that is plain. */
export function ProgrammeLine({
  entry,
  hasStatus = true,
  hasSupplement = false,
}: {
  entry: ScreeningFacts;
  hasStatus?: boolean;
  /** Whether what is due today belongs to it; it depends on the newest screening. */
  hasSupplement?: boolean;
}) {
  const translator = useMessages();
  const { t } = translator;
  const { reading, mark } = entry;
  const status = hasStatus ? reading.zscoreStatus : undefined;
  const supplement = hasSupplement ? supplementWithEnd(translator, entry) : null;
  if (status === undefined && supplement === null) return null;
  return (
    <dl className="facts programme">
      {status === undefined ? null : (
        <>
          <dt>{t('screenings.programme-status')}</dt>
          <dd>
            {isPlainBeneath(mark, reading)
              ? `${t(`assessment.status.${status}`)} (${statusWord({ t }, mark, reading)})`
              : t(`assessment.status.${status}`)}
          </dd>
        </>
      )}
      {supplement === null ? null : (
        <>
          <dt>{t('screenings.supplement-today')}</dt>
          <dd>{supplement}</dd>
        </>
      )}
    </dl>
  );
}

export function WhyText({ entry }: { entry: ScreeningFacts }) {
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

/** The rule and the figure that decided, with the figures on their rulers, folded on a phone. */
export function WhyCard({ entry }: { entry: ScreeningFacts }) {
  const { t } = useMessages();
  const isWide = useWide();
  return (
    <section className="card why-card" aria-label={t('screenings.why-this-colour')}>
      <Fold title={t('screenings.why-this-colour')} open={isWide}>
        <WhyText entry={entry} />
        <IndexRulers entry={entry} />
        <MuacLine entry={entry} />
        <ProgrammeWords entry={entry} />
      </Fold>
    </section>
  );
}
