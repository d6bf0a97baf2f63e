import type { MessageKey } from '@crece/messages';
import { useMessages, useSentences } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import feet from './drawings/feet-thumb.svg';
import standing from './drawings/height-standing.svg';
import lying from './drawings/length-lying.svg';
import midpoint from './drawings/muac-midpoint.svg';
import tape from './drawings/muac-tape.svg';
import scale from './drawings/scale.svg';
import type { Technique } from './technique.ts';
import './measuring-help.css';

const DRAWINGS = { midpoint, tape, lying, standing, scale, feet } as const;
type Drawing = keyof typeof DRAWINGS;

/** The drawings of each measure, in the order of the acts. */
const OF: Readonly<Record<Technique, readonly Drawing[]>> = {
  muac: ['midpoint', 'tape'],
  lying: ['lying', 'standing'],
  standing: ['standing', 'lying'],
  weight: ['scale'],
  feet: ['feet'],
};

/** A drawing, always on white, with what it shows in words below. */
function Shown({ drawing, isBrief = false }: { drawing: Drawing; isBrief?: boolean }) {
  const { t } = useMessages();
  return (
    <figure className={isBrief ? 'measuring measuring-brief' : 'measuring'}>
      <img src={DRAWINGS[drawing]} alt="" width="320" height={drawing === 'feet' ? 140 : 168} />
      <figcaption>
        {isBrief ? null : <b>{t(`measuring.${drawing}` as MessageKey)} </b>}
        {t(`measuring.${drawing}-how` as MessageKey)}
      </figcaption>
    </figure>
  );
}

/** How a measure is taken, drawn: opened from its field, to which it leads back. */
export function MeasuringSheet({
  technique,
  onClose,
}: {
  technique: Technique;
  onClose: () => void;
}) {
  const { t } = useMessages();
  if (useSentences('later') !== 'ready') return null;
  return (
    <Sheet title={t(`measuring.title-${technique}`)} middle onClose={onClose}>
      {OF[technique].map((drawing) => (
        <Shown key={drawing} drawing={drawing} />
      ))}
      {technique === 'muac' ? <p className="small">{t('measuring.muac-meaning')}</p> : null}
      <Button kind="primary" wide onClick={onClose}>
        {t(technique === 'feet' ? 'measuring.back-to-feet' : 'measuring.back')}
      </Button>
    </Sheet>
  );
}

/** The drawing that belongs to a doubt about a figure, beside its question. */
export function DoubtDrawing({ technique }: { technique: Technique }) {
  const [drawing = 'feet'] = [...OF[technique]].reverse().slice(technique === 'muac' ? 0 : -1);
  if (useSentences('later') !== 'ready') return null;
  return <Shown drawing={drawing} isBrief />;
}
