import { MUAC_LINES } from '@crece/domain';
import type { ReactNode } from 'react';
import {
  measureText,
  muacBannerWords,
  type Named,
  type Verdict,
  verdictOf,
  zText,
} from '../../components/screenings/verdict-words.ts';
import type { VisitFacts } from '../../components/screenings/visit-facts.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import { Tape } from '../../components/tape.tsx';
import { useMessages } from '../../data/messages.tsx';
import './verdict.css';

/** The stretch of the tape that is drawn, in cm: the two lines lie in its left half. */
const TAPE = { from: 9, to: 16 } as const;

/** The MUAC tape in words of the person's language. */
export function MuacTape({ muac, written }: { muac: number | null; written?: boolean }) {
  const translator = useMessages();
  const { t } = translator;
  const value = muac === null ? null : measureText(translator, muac);
  return (
    <Tape
      value={muac}
      {...TAPE}
      lines={[MUAC_LINES.severe, MUAC_LINES.moderate]}
      label={
        muac === null || value === null
          ? t('screenings.tape-empty')
          : t('screenings.tape-label', { muac: value, band: bandOnTape(muac) })
      }
      words={[
        t('screenings.tape-severe'),
        t('screenings.tape-moderate'),
        t('screenings.tape-normal'),
      ]}
      {...(written && value !== null ? { valueText: `${value} ${t('common.cm')}` } : {})}
    />
  );
}

/** What the tape's colour reads at a figure, whatever the child's age. */
function bandOnTape(muac: number): 'red' | 'yellow' | 'green' {
  if (muac < MUAC_LINES.severe) return 'red';
  return muac < MUAC_LINES.moderate ? 'yellow' : 'green';
}

function OedemaBanner({ child, alert }: { child: Named; alert: boolean }) {
  const { t } = useMessages();
  return (
    <section className="alarm alarm-red" {...(alert ? { role: 'alert' } : {})}>
      <StatusMark tone="red" glyph="swelling" size="xl" />
      <h2>{t('assessment.banner.oedema')}</h2>
      <p>{t('assessment.banner.oedema-text', { name: child.firstName })}</p>
    </section>
  );
}

function MuacBanner({
  visit,
  child,
  alert,
  alone,
  compact,
}: {
  visit: VisitFacts;
  child: Named;
  alert: boolean;
  alone: boolean;
  /** Without the tape, where the charts follow. */
  compact: boolean;
}) {
  const translator = useMessages();
  const { muacBand } = visit.reading;
  const { muac } = visit.screening;
  if (muac === undefined || (muacBand !== 'red' && muacBand !== 'yellow')) return null;
  const { title, text } = muacBannerWords(translator, muacBand, muac, child, alone);
  const isRed = muacBand === 'red';
  return (
    <section
      className={isRed ? 'alarm alarm-red' : 'alarm alarm-amber'}
      {...(alert ? { role: 'alert' } : {})}
    >
      <StatusMark tone={isRed ? 'red' : 'amber'} {...(isRed ? { glyph: 'tape' } : {})} size="xl" />
      <h2>{title}</h2>
      <p>{text}</p>
      {compact ? null : (
        <div className="alarm-tape">
          <MuacTape muac={muac} written />
        </div>
      )}
    </section>
  );
}

/** Normal figures beside a banner that asks for help: plain text, nothing green. */
function PlainVerdict({ visit }: { visit: VisitFacts }) {
  const translator = useMessages();
  const { t } = translator;
  const { ha, wa, wl } = visit.screening.zScore;
  const values = [wl, ha, wa].filter((z) => z !== null).map((z) => zText(translator, z));
  return (
    <p className="plain-verdict">
      {t('assessment.sentence.normal-beside-muac')}
      {values.length === 0 ? null : ` (${values.join('; ')})`}
    </p>
  );
}

function ColouredVerdict({ verdict, children }: { verdict: Verdict; children: ReactNode }) {
  return (
    <section className={`verdict st-${verdict.tone}`}>
      <StatusMark tone={verdict.tone} size="xl" onSolid />
      <h2>{verdict.title}</h2>
      <p>{children}</p>
    </section>
  );
}

/**
 * The loudest thing on the screen: swelling above everything, then the verdict, then what MUAC asks.
 * Where MUAC or swelling speaks and the rest is normal, the banner takes the place of the green card.
 */
export function VerdictHero({
  visit,
  child,
  sub,
  alert = false,
}: {
  visit: VisitFacts;
  child: Named;
  /** In place of the verdict's sentence: date and supplement. */
  sub?: string;
  /** Just saved: the banners are announced. */
  alert?: boolean;
}) {
  const verdict = verdictOf(useMessages(), visit.reading, child, visit.supplement);
  return (
    <div className="hero">
      {visit.reading.includesSwelling ? <OedemaBanner child={child} alert={alert} /> : null}
      {verdict.isTakenOver ? null : (
        <ColouredVerdict verdict={verdict}>{sub ?? verdict.sentence}</ColouredVerdict>
      )}
      <MuacBanner
        visit={visit}
        child={child}
        alert={alert}
        alone={verdict.isTakenOver}
        compact={sub !== undefined}
      />
      {verdict.isTakenOver ? <PlainVerdict visit={visit} /> : null}
    </div>
  );
}

/** The grey head of a child without any visit. */
export function UnscreenedHero({ child }: { child: Named }) {
  const { t } = useMessages();
  return (
    <div className="hero">
      <section className="verdict st-grey">
        <StatusMark tone="grey" size="xl" onSolid />
        <h2>{t('assessment.title.not-screened')}</h2>
        <p>{t('assessment.sentence.not-screened', { name: child.firstName, sex: child.gender })}</p>
      </section>
    </div>
  );
}
