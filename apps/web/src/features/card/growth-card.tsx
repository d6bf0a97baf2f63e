import { unitOfId } from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';
import { type ChildFile, screeningsHere } from '@crece/storage';
import type { ReactNode } from 'react';
import type { ChartKind } from '../../charts/chart-rules.ts';
import { summaryOf, titleKey } from '../../charts/chart-words.ts';
import { PaperChart } from '../../charts/paper-chart.tsx';
import { type ChartSeries, chartSeries } from '../../charts/series.ts';
import type { useSize } from '../../charts/use-size.ts';
import { SpokenBy } from '../../data/messages.tsx';
import { useProgramme } from '../../data/programme.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import { QrCode } from '../../shared/paper/qr-code.tsx';
import { Said } from '../../shared/paper/said.tsx';
import { inAll, type Voices } from '../../shared/paper/voices.ts';
import { birthShown } from '../../shared/screenings/child-words.ts';
import { heroWords } from '../../shared/screenings/hero-words.ts';
import { plannedWords } from '../../shared/screenings/next-visit-words.ts';
import { childFacts, type ScreeningFacts } from '../../shared/screenings/screening-facts.ts';
import { supplementWithEnd } from '../../shared/screenings/supplement-words.ts';
import type { CardChoice } from './card-choice.ts';
import { CardVisits } from './card-visits.tsx';
import '../../charts/charts.css';

/** Measures the room of a chart. */
type Measure = ReturnType<typeof useSize>[0];

interface CardProps {
  unit: OpenUnit;
  file: ChildFile;
  today: string;
  voices: Voices;
  paper: CardChoice['paper'];
  /** Height of a chart by its width: the text around the charts leaves more or less of the sheet. */
  chartShape: number;
}

/** A name longer than this is written smaller, so that it takes two lines at most. */
const LONG_NAME = 30;

/**
 * The address that opens the child on a device that has it, with the record's id and nothing else;
 * null for an id that this application did not make, because an older system may have put a name in
 * it.
 */
export function recordAddress(childId: string, stakeDB: string): string | null {
  return unitOfId(childId) === stakeDB ? `${location.origin}${childPath(childId)}` : null;
}

function Fact({
  voices,
  term,
  look,
  children,
}: {
  voices: Voices;
  term: MessageKey;
  /** A line of its own, or a box. */
  look?: 'gc-wide' | 'gc-box';
  children: ReactNode;
}) {
  return (
    <div className={look}>
      <dt>
        <Said voices={voices} say={({ t }) => t(term)} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function CardHead({ unit, file, voices }: CardProps) {
  const { child } = file;
  const [first] = voices;
  const born = birthShown(file);
  const name = `${child.firstName} ${child.lastName}`;
  const address = recordAddress(child._id, unit.stakeDB);
  const place = [child.ward, unit.stakeName, unit.countryName];
  return (
    <div className="gc-head">
      <div className="gc-who">
        <p className="gc-title">
          <Said voices={voices} say={({ t }) => t('card.title')} />
        </p>
        <p className={name.length > LONG_NAME ? 'gc-name gc-name-long' : 'gc-name'}>{name}</p>
        <dl>
          <Fact voices={voices} term="screenings.fact-born">
            {born.isAbout ? (
              <Said
                voices={voices}
                say={({ t }) => t('common.about-date', { date: first.date(born.birthDate) })}
              />
            ) : (
              first.date(born.birthDate)
            )}
          </Fact>
          <Fact voices={voices} term="card.sex">
            <Said voices={voices} say={({ t }) => t(`screenings.sex.${child.gender}`)} />
          </Fact>
          <Fact voices={voices} term="children.mother-name" look="gc-wide">
            {child.mother ?? <span className="gc-blank" />}
          </Fact>
          <Fact voices={voices} term="card.unit" look="gc-wide">
            {place.filter((part) => part !== undefined && part !== '').join(', ')}
          </Fact>
        </dl>
      </div>
      {address === null ? null : <QrCode text={address} label={first.t('card.code')} />}
    </div>
  );
}

/**
 * Width of a chart's drawing in its own pixels, which the sheet scales so that its text is about
 * 8 points on A5. In two languages the charts stand side by side, because the text needs the height.
 */
const chartWidth = (voices: Voices) => (voices.length > 1 ? 300 : 620);

/** Which of WHO's two tables a chart of weight for height draws: whoever adds a point must know. */
function tablesText({ tables }: ChartSeries, { t, number }: Translator): string | null {
  if (tables === null) return null;
  return typeof tables === 'string'
    ? t(`card.tables.${tables}`)
    : t('card.tables.both', { height: number(tables.seamAt) });
}

function CardChart({
  kind,
  file,
  today,
  voices,
  chartShape,
  measure,
}: CardProps & { kind: ChartKind; measure?: Measure }) {
  const series = chartSeries(kind, file, today);
  const width = chartWidth(voices);
  const notDrawn = series.entries.filter((entry) => entry.notDrawn !== null).length;
  return (
    <figure className="gc-chart" aria-label={summaryOf(series, voices[0])}>
      <figcaption>
        <b>
          <Said voices={voices} say={({ t }) => t(titleKey(kind), { sex: series.sex })} />
        </b>{' '}
        <span className="gc-small">
          <Said
            voices={voices}
            say={(voice) =>
              [
                tablesText(series, voice),
                notDrawn === 0 ? null : voice.t('card.not-drawn', { count: notDrawn }),
                // Said once, at the first chart: to a mother the figures at the lines say nothing.
                kind === 'weight-for-height' ? voice.t('card.lines') : null,
              ]
                .filter((part) => part !== null)
                .join(' ')
            }
          />
        </span>
      </figcaption>
      <div ref={measure} className="gc-plot">
        <SpokenBy voice={inAll(voices)}>
          <PaperChart series={series} size={{ width, height: Math.round(width * chartShape) }} />
        </SpokenBy>
      </div>
    </figure>
  );
}

/** The supplement in words for a family: what the programme's rule names is not for a mother to know. */
function supplementForFamily(voice: Translator, newest: ScreeningFacts): string {
  const text = supplementWithEnd(voice, newest);
  return text === voice.t('assessment.supplement.clinic') ? voice.t('card.ask-clinic') : text;
}

/** When to come again and what to give until then, or why the card cannot say it. */
function CardPlan({ file, today, voices, isWhole }: CardProps & { isWhole: boolean }) {
  const programme = useProgramme();
  const facts = childFacts(file, today, programme);
  const { newest, hero, standing } = facts;
  if (!isWhole) {
    return (
      <p className="gc-note">
        <Said voices={voices} say={({ t }) => t('card.arriving')} />
      </p>
    );
  }
  if (file.screenings.length === 0 && standing.departure === null) {
    return (
      <p className="gc-note">
        <Said voices={voices} say={({ t }) => t('card.unscreened')} />
      </p>
    );
  }
  const headline = (voice: Translator) => {
    // It is said only beside an order: whoever has to be measured is not praised.
    const { title, order } = heroWords(voice, facts, 'unknown');
    // What only a clinic says, and a person is asked about, is not for a family's paper.
    return order === null || standing.clinicAsks !== null ? title : `${title}. ${order}`;
  };
  const isSaid = hero.order !== null || newest === null || hero.sign === 'graduated';
  const planned = plannedWords(voices[0], facts);
  return (
    <>
      {isSaid ? (
        <p className="gc-note gc-headline">
          <b>
            <Said voices={voices} say={headline} />
          </b>
        </p>
      ) : null}
      {planned === null || newest === null ? null : (
        <dl className="gc-plan">
          <Fact voices={voices} term="screenings.next-visit" look="gc-box">
            <b className="gc-day">
              <Said voices={voices} say={({ date }) => date(planned.day, 'long')} />
            </b>
            <Said voices={voices} say={(voice) => plannedWords(voice, facts)?.words ?? ''} />
          </Fact>
          <Fact voices={voices} term="card.supplement" look="gc-box">
            <b>
              <Said voices={voices} say={(voice) => supplementForFamily(voice, newest)} />
            </b>
          </Fact>
        </dl>
      )}
      {newest?.isContested === true ? (
        <p className="gc-note">
          <Said voices={voices} say={({ t }) => t('card.contested')} />
        </p>
      ) : null}
    </>
  );
}

/**
 * The sheet: who the child is, two charts of growth, the last visits, what comes next. All of it is
 * assessed at reading. growth-card.css gives it the size of its paper.
 */
export function GrowthCard({ measure, ...card }: CardProps & { measure?: Measure }) {
  const { voices, paper, today, file, unit } = card;
  const here = screeningsHere(unit.sync, file.child._id, file.screenings.length);
  const isWhole = here === 'all';
  return (
    <article className={`gc gc-${paper}`} lang={voices[0].language}>
      <CardHead {...card} />
      <div className={voices.length > 1 ? 'gc-charts gc-charts-beside' : 'gc-charts'}>
        <CardChart
          {...card}
          kind="weight-for-height"
          {...(measure === undefined ? {} : { measure })}
        />
        <CardChart {...card} kind="height" />
      </div>
      <CardVisits file={file} today={today} voices={voices} isWhole={isWhole} />
      <CardPlan {...card} isWhole={isWhole} />
      <p className="gc-foot">
        <Said voices={voices} say={({ t, date }) => t('card.foot', { date: date(today) })} />
      </p>
    </article>
  );
}
