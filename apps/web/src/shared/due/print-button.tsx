import { flushSync } from 'react-dom';
import { useMessages } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import './due.css';

/** Prints the list of the page; on a phone the picture alone has room. */
export function PrintButton({
  before,
}: {
  /** Chooses what of the page is printed. */ before?: () => void;
}) {
  const { t } = useMessages();
  return (
    <Button
      kind="soft"
      icon="paper"
      small
      className="due-print"
      onClick={() => {
        if (before !== undefined) flushSync(before);
        window.print();
      }}
    >
      <span className="vh-narrow">{t('due.print')}</span>
    </Button>
  );
}
