import { LANGUAGE_NAMES } from '@crece/messages';
import type { ChildFile } from '@crece/storage';
import { useParams } from 'react-router';
import { type Size, useSize } from '../../charts/use-size.ts';
import { useMessages } from '../../data/messages.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Dock, Page } from '../../shared/navigation/page.tsx';
import { childPath } from '../../shared/navigation/paths.ts';
import { PrintedAlone } from '../../shared/paper/printed-alone.tsx';
import { SPEECHES, useVoices } from '../../shared/paper/voices.ts';
import { ChildFileRoute } from '../../shared/records/child-file-route.tsx';
import { Waiting } from '../../ui/blank.tsx';
import { SegmentedControl } from '../../ui/choices.tsx';
import { Button } from '../../ui/controls.tsx';
import { CARD_PAPERS, useCardChoice } from './card-choice.ts';
import { GrowthCard } from './growth-card.tsx';
import './growth-card.css';

/** /children/card/:childId: one printed page about a child, for the family or another clinic. */
export function GrowthCardPage() {
  const { childId = '' } = useParams();
  return (
    <ChildFileRoute childId={childId}>
      {(unit, file) => <CardOfChild unit={unit} file={file} />}
    </ChildFileRoute>
  );
}

/** Height by width of the room that the text leaves a chart, the same on the screen and on paper. */
function shapeOf({ width, height }: Size): number {
  return width > 0 && height > 0 ? height / width : USUAL_SHAPE;
}

/** Before the room is measured. */
const USUAL_SHAPE = 0.36;

function CardOfChild({ unit, file }: { unit: OpenUnit; file: ChildFile }) {
  const { t, language } = useMessages();
  const today = useToday(unit.timeZone);
  const [choice, choose] = useCardChoice(language);
  const voices = useVoices(choice.speech, language);
  const { child } = file;
  const [measure, room] = useSize();
  const card =
    voices === undefined || voices === null
      ? null
      : { unit, file, today, voices, paper: choice.paper, chartShape: shapeOf(room) };
  return (
    <Page
      title={t('card.title')}
      subtitle={`${child.firstName} ${child.lastName}`}
      back={childPath(child._id, unit.stakeDB)}
      unit={unit}
      section="children"
      dock={
        card === null ? undefined : (
          <Dock>
            <Button kind="primary" icon="paper" onClick={() => window.print()}>
              {t('card.print')}
            </Button>
          </Dock>
        )
      }
    >
      <div className="card-choices">
        <SegmentedControl
          label={t('card.language')}
          value={choice.speech}
          options={SPEECHES.map((value) => ({
            value,
            label: value === 'both' ? t('card.language.both') : LANGUAGE_NAMES[value],
          }))}
          onChange={(event) =>
            choose({
              speech: SPEECHES.find((each) => each === event.target.value) ?? choice.speech,
            })
          }
        />
        <SegmentedControl
          label={t('card.paper')}
          value={choice.paper}
          options={CARD_PAPERS.map((value) => ({ value, label: t(`card.paper.${value}`) }))}
          onChange={(event) =>
            choose({
              paper: CARD_PAPERS.find((each) => each === event.target.value) ?? choice.paper,
            })
          }
        />
      </div>
      {voices === undefined ? <Waiting /> : null}
      {voices === null ? <p className="note-bar">{t('card.no-sentences')}</p> : null}
      {card === null ? null : (
        <section className="card-preview" aria-label={t('card.preview')}>
          <GrowthCard {...card} measure={measure} />
        </section>
      )}
      <PrintedAlone>{card === null ? null : <GrowthCard {...card} />}</PrintedAlone>
    </Page>
  );
}
