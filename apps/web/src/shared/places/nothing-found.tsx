import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';

/** The message of an empty search in countries or units; `children` says what was searched. */
export function NothingFound({ children, onClear }: { children: ReactNode; onClear: () => void }) {
  const { t } = useMessages();
  return (
    <Blank
      picture="lost"
      title={t('places.nothing-found-title')}
      actions={
        <Button kind="primary" wide onClick={onClear}>
          {t('common.clear-search')}
        </Button>
      }
    >
      {children}
    </Blank>
  );
}
