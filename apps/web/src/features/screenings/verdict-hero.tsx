import { type LeadingSign, MUAC_LINES, muacFromMillimetres, screeningMark } from '@crece/domain';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import type { ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { isPlainBeneath } from '../../shared/screenings/status-words.ts';
import {
  measureText,
  muacBannerWords,
  type Named,
  type Verdict,
  verdictOf,
  zText,
} from '../../shared/screenings/verdict-words.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { ReadingNotes } from './reading-notes.tsx';
import { Tape } from './tape.tsx';
import './verdict.css';

/** The drawn part of the tape, in cm; the two limits are in its left half. */
const TAPE = { from: 9, to: 16 } as const;

/** The MUAC tape in the person's language. */
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

/** The colour on the tape at a figure, whatever the child's age. */
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
  entry,
  child,
  alert,
  compact,
}: {
  entry: ScreeningFacts;
  child: Named;
  alert: boolean;
  /** Without the tape, when the charts follow. */
  compact: boolean;
}) {
  const translator = useMessages();
  const { reading, screening, mark } = entry;
  const { muacBand } = reading;
  const { muac } = screening;
  if (muac === undefined || (muacBand !== 'red' && muacBand !== 'yellow')) return null;
  const isAlone = isPlainBeneath(mark, reading) && reading.evidence.from === 'whz';
  const { title, text } = muacBannerWords(translator, muacBand, muac, child, isAlone);
  const isRed = muacBand === 'red' || mark.colour === 'red';
  return (
    <section
      className={isRed ? 'alarm alarm-red' : 'alarm alarm-amber'}
      {...(alert ? { role: 'alert' } : {})}
    >
      <StatusMark tone={isRed ? 'red' : 'amber'} {...(isRed ? { glyph: 'tape' } : {})} size="xl" />
      <h2>{title}</h2>
      <p>{text}</p>
      {compact || muacFromMillimetres(muac) !== null ? null : (
        <div className="alarm-tape">
          <MuacTape muac={muac} written />
        </div>
      )}
    </section>
  );
}

/**
 * A stored figure that is impossible for a child: it decides nothing, and no green is shown beside
 * it.
 */
function DoubtBanner({ entry, child }: { entry: ScreeningFacts; child: Named }) {
  const translator = useMessages();
  const { t } = translator;
  const doubts = entry.reading.doubts.filter(({ cause }) => cause === 'implausible');
  if (doubts.length === 0) return null;
  return (
    <section className="alarm alarm-grey">
      <StatusMark tone="grey" size="xl" />
      <h2>{t('assessment.sign.measure-again')}</h2>
      {doubts.map(({ measure, value }) => (
        <p key={measure}>
          {t('assessment.doubt.implausible', {
            measure,
            value: measureText(translator, value),
            name: child.firstName,
          })}
        </p>
      ))}
    </section>
  );
}

/** Normal figures when a sign that needs action leads: plain text, no green. */
function PlainVerdict({ entry }: { entry: ScreeningFacts }) {
  const translator = useMessages();
  const { t } = translator;
  const { reading, screening } = entry;
  if (reading.evidence.from === 'muac') {
    const muac = measureText(translator, screening.muac ?? 0);
    return <p className="plain-verdict">{t('assessment.sentence.normal-muac-beside', { muac })}</p>;
  }
  const { ha, wa, wl } = reading.zScore;
  const values = [wl, ha, wa].filter((z) => z !== null).map((z) => zText(translator, z));
  return (
    <p className="plain-verdict">
      {t('assessment.sentence.normal-beside-muac')}
      {values.length === 0 ? null : ` (${values.join('; ')})`}
    </p>
  );
}

function ColouredVerdict({
  verdict,
  entry,
  compact,
  children,
}: {
  verdict: Verdict;
  entry: ScreeningFacts;
  compact: boolean;
  children: ReactNode;
}) {
  const { t } = useMessages();
  const { reading, screening } = entry;
  const { zscoreStatus, evidence, muacBand } = reading;
  // When MUAC is the evidence, this panel shows the tape, and there is no second panel.
  const isByMuac = evidence.from === 'muac' && (muacBand === 'red' || muacBand === 'yellow');
  return (
    <section className={`verdict st-${verdict.tone}`}>
      <StatusMark
        tone={verdict.tone}
        {...(isByMuac && verdict.tone === 'red' ? { glyph: 'tape' as const } : {})}
        size="xl"
        onSolid
      />
      <h2>{verdict.title}</h2>
      <p>{children}</p>
      {zscoreStatus === undefined ? null : (
        <p className="programme-status">
          {t('screenings.programme-status')}: {t(`assessment.status.${zscoreStatus}`)}
        </p>
      )}
      {isByMuac && !compact && screening.muac !== undefined ? (
        <div className="alarm-tape">
          <MuacTape muac={screening.muac} written />
        </div>
      ) : null}
    </section>
  );
}

/** Signs whose panel is above the status. */
const ABOVE_STATUS: ReadonlySet<LeadingSign> = new Set(['swelling', 'muac-red', 'muac-yellow']);

/**
 * The most prominent part of the screen, the worst sign first: oedema above everything, then the
 * status or MUAC, whichever is worse. A normal status below such a sign is plain text.
 */
export function VerdictHero({
  entry,
  child,
  sub,
  alert = false,
}: {
  entry: ScreeningFacts;
  child: Named;
  /** Replaces the verdict's sentence: date and supplement. */
  sub?: string;
  /** Just saved: the banners are announced. */
  alert?: boolean;
}) {
  const translator = useMessages();
  const { reading, supplement, isPraised } = entry;
  const verdict = verdictOf(translator, reading, child, supplement, isPraised);
  const compact = sub !== undefined;
  const status = verdict.isPlain ? null : (
    <ColouredVerdict key="status" verdict={verdict} entry={entry} compact={compact}>
      {sub ?? verdict.sentence}
    </ColouredVerdict>
  );
  const muac =
    reading.evidence.from === 'muac' && !isMillimetres(entry) ? null : (
      <MuacBanner key="muac" entry={entry} child={child} alert={alert} compact={compact} />
    );
  // Below oedema, status and MUAC are in the order of their own signs.
  const { sign } = screeningMark({ ...reading, includesSwelling: false });
  return (
    <div className="hero">
      {reading.includesSwelling ? <OedemaBanner child={child} alert={alert} /> : null}
      {ABOVE_STATUS.has(sign) ? [muac, status] : [status, muac]}
      <DoubtBanner entry={entry} child={child} />
      {verdict.isPlain ? <PlainVerdict entry={entry} /> : null}
      <ReadingNotes entry={entry} />
    </div>
  );
}

/** A MUAC in millimetres decides nothing, so its band is never the evidence. */
function isMillimetres({ screening }: ScreeningFacts): boolean {
  return muacFromMillimetres(screening.muac) !== null;
}

/** The grey head of a child without any screening. */
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
