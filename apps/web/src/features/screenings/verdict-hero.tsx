import { type HeroLine, MUAC_LINES } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import { heroWords, milderLines } from '../../shared/screenings/hero-words.ts';
import type { ChildFacts } from '../../shared/screenings/screening-facts.ts';
import { measureText } from '../../shared/screenings/verdict-words.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { praiseDoubtOf } from './praise.ts';
import { ReadingNotes } from './reading-notes.tsx';
import { Tape } from './tape.tsx';
import { useWhoRules } from './use-who-rules.ts';
import './verdict.css';

/** The drawn part of the tape, in cm; the two limits are in its left half. */
const TAPE = { from: 9, to: 16 } as const;

/** The MUAC tape in the person's language. */
export function MuacTape({ muac }: { muac: number | null }) {
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
    />
  );
}

/** The colour on the tape at a figure, whatever the child's age. */
function bandOnTape(muac: number): 'red' | 'yellow' | 'green' {
  if (muac < MUAC_LINES.severe) return 'red';
  return muac < MUAC_LINES.moderate ? 'yellow' : 'green';
}

/** A headline of so many letters stands in smaller ones: figure and order stay on the first screen. */
const LONG_TITLE = 44;

/** The glyph of a finding: the tape and the foot say what the colour alone does not. */
function glyphOf({ sign, colour, referral }: HeroLine): { glyph?: 'tape' | 'swelling' } {
  const isFeet = sign === 'swelling' || referral?.sign === 'swelling';
  if (isFeet) return { glyph: 'swelling' };
  const isArm = sign === 'muac-red' || sign === 'muac-yellow' || referral?.sign === 'muac';
  return isArm && colour === 'red' ? { glyph: 'tape' } : {};
}

/**
 * The most prominent part of the screen: one finding leads, with its colour, the largest words and
 * the order for today; what is milder is a line beneath it.
 */
export function VerdictHero({
  facts,
  isDated = false,
  alert = false,
}: {
  facts: ChildFacts;
  /** Whether the day of the newest screening is said. */
  isDated?: boolean;
  /** Just saved: what has to be done today is announced. */
  alert?: boolean;
}) {
  const translator = useMessages();
  const { shortDate } = translator;
  const rules = useWhoRules();
  const { hero, newest, today } = facts;
  const doubt = newest === null ? null : praiseDoubtOf(newest, rules);
  const { title, order, text, milder } = heroWords(translator, facts, doubt);
  const isEnded = hero.sign === 'departed' || hero.sign === 'graduated';
  const isAnnounced = alert && (hero.colour === 'red' || order !== null);
  // Where something must be done, title, order and figure say everything but what is doubted.
  const isTextNeeded = order === null || hero.sign === 'measure-again';
  const date = hero.figure?.date ?? (isDated ? newest?.screening.surveyDate : undefined);
  const day = date === undefined ? null : shortDate(date, today);
  return (
    <div className="hero">
      <section className={`verdict st-${hero.colour}`} {...(isAnnounced ? { role: 'alert' } : {})}>
        <StatusMark tone={hero.colour} {...glyphOf(hero)} size="xl" onSolid />
        <div>
          <h2 className={title.length > LONG_TITLE ? 'long' : undefined}>{title}</h2>
          {order === null ? null : <p className="hero-order">{order}</p>}
          {text !== null && isTextNeeded ? <p>{text}</p> : null}
          {hero.figure !== null || day === null || isEnded ? null : <p className="small">{day}</p>}
        </div>
        {hero.figure === null ? null : <FigureStrip figure={hero.figure} day={day} />}
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
