import { type Hero, type HeroLine, MUAC_LINES, muacFromMillimetres } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { heroWords, milderLines } from '../../shared/screenings/hero-words.ts';
import type { ChildFacts } from '../../shared/screenings/screening-facts.ts';
import { measureText } from '../../shared/screenings/verdict-words.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { praiseDoubtOf } from './praise.ts';
import { ReadingNotes } from './reading-notes.tsx';
import { Tape } from './tape.tsx';
import { useWhoRules } from './use-who-rules.ts';
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

/** The glyph of a finding: the tape and the foot say what the colour alone does not. */
function glyphOf({ sign, colour, referral }: HeroLine): { glyph?: 'tape' | 'swelling' } {
  const isFeet = sign === 'swelling' || referral?.sign === 'swelling';
  if (isFeet) return { glyph: 'swelling' };
  const isArm = sign === 'muac-red' || sign === 'muac-yellow' || referral?.sign === 'muac';
  return isArm && colour === 'red' ? { glyph: 'tape' } : {};
}

/** The tape where the arm decides; a figure in millimetres has no place on it. */
function DecidingTape({ hero, facts }: { hero: Hero; facts: ChildFacts }) {
  const muac = facts.newest?.screening.muac;
  if (hero.figure?.index !== 'muac' || hero.sign === 'referred') return null;
  if (muac === undefined || muacFromMillimetres(muac) !== null) return null;
  const band = facts.newest?.reading.muacBand;
  if (band !== 'red' && band !== 'yellow') return null;
  return (
    <div className="alarm-tape">
      <MuacTape muac={muac} written />
    </div>
  );
}

/**
 * The most prominent part of the screen: one finding leads, with its colour, the largest words and
 * the order for today; what is milder is a line beneath it.
 */
export function VerdictHero({
  facts,
  sub,
  alert = false,
}: {
  facts: ChildFacts;
  /** A line beneath the order: date and supplement. Without it the tape is shown. */
  sub?: string;
  /** Just saved: what has to be done today is announced. */
  alert?: boolean;
}) {
  const translator = useMessages();
  const { t } = translator;
  const rules = useWhoRules();
  const { hero, newest } = facts;
  const doubt = newest === null ? null : praiseDoubtOf(newest, rules);
  const { title, order, text, milder } = heroWords(translator, facts, doubt);
  const status = newest?.reading.zscoreStatus;
  const isEnded = hero.sign === 'departed' || hero.sign === 'graduated';
  const isAnnounced = alert && (hero.colour === 'red' || order !== null);
  return (
    <div className="hero">
      <section className={`verdict st-${hero.colour}`} {...(isAnnounced ? { role: 'alert' } : {})}>
        <StatusMark tone={hero.colour} {...glyphOf(hero)} size="xl" onSolid />
        <h2>{title}</h2>
        {order === null ? null : <p className="hero-order">{order}</p>}
        {text === null || (sub !== undefined && order !== null) ? null : <p>{text}</p>}
        {sub === undefined || sub === '' || isEnded ? null : <p>{sub}</p>}
        {status === undefined || isEnded ? null : (
          <p className="programme-status">
            {t('screenings.programme-status')}: {t(`assessment.status.${status}`)}
          </p>
        )}
        {sub === undefined ? <DecidingTape hero={hero} facts={facts} /> : null}
      </section>
      {milderLines(hero).map((line, index) => (
        <p key={`${line.sign} ${line.referral?.sign}`} className={`hero-line st-${line.colour}`}>
          <StatusMark tone={line.colour} size="sm" />
          {milder[index]}
        </p>
      ))}
      {newest === null || isEnded ? null : <ReadingNotes entry={newest} />}
    </div>
  );
}
