import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';

/** What a list of countries or units shows when no name fits the search; `children` says what was searched. */
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
