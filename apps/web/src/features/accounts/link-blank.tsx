import type { MessageKey } from '@crece/messages';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';

/** A link that cannot be used: the reason and what to do. */
export function LinkBlank({
  title,
  text,
  children,
}: {
  title: MessageKey;
  text: MessageKey;
  children?: ReactNode;
}) {
  const { t } = useMessages();
  return (
    <Blank picture="locked" title={t(title)} actions={children}>
      {t(text)}
    </Blank>
  );
}

/** The server did not answer the check of a link; the person can retry. */
export function UncheckedLink({ again }: { again: () => void }) {
  const { t } = useMessages();
  return (
    <LinkBlank title="accounts.reset-unchecked-title" text="accounts.reset-unchecked">
      <Button kind="primary" wide onClick={again}>
        {t('common.try-again')}
      </Button>
    </LinkBlank>
  );
}
