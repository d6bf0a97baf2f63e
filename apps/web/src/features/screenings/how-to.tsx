import { useState } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Later } from '../../ui/later.tsx';
import type { Technique } from './technique.ts';

const loadSheet = async () => (await import('./measuring-help.tsx')).MeasuringSheet;

/** A doubt is asked in words already: without its drawing nothing is to be told. */
const loadDrawing = () =>
  import('./measuring-help.tsx').then(
    ({ DoubtDrawing }) => DoubtDrawing,
    () => () => null,
  );

/** "How" beside a field: shows how the measure is taken. `onBack` leads back to the field. */
export function HowTo({
  technique,
  measure,
  onBack,
}: {
  technique: Technique;
  /** What is measured, for the name of the button. */
  measure: string;
  onBack?: () => void;
}) {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onBack?.();
  };
  return (
    <>
      <button type="button" className="how-to" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="info" small />
        {t('screenings.how')}
        <span className="vh">: {measure}</span>
      </button>
      {isOpen ? (
        <Later
          load={loadSheet}
          props={{ technique, onClose: close }}
          onMissing={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** The drawing beside a doubt, as soon as it is loaded. */
export function Drawn({ technique }: { technique: Technique }) {
  return <Later load={loadDrawing} props={{ technique }} />;
}
