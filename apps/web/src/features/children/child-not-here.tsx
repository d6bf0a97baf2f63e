import { Blank } from '../../components/blank.tsx';
import { ButtonLink } from '../../components/controls.tsx';
import { listPath } from '../../components/paths.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';

/** What a link to a removed or unknown child answers. */
export function ChildNotHere({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  return (
    <Blank
      picture="lost"
      title={t('children.not-found-title')}
      actions={
        <ButtonLink kind="primary" to={listPath(unit)}>
          {t('children.to-list')}
        </ButtonLink>
      }
    >
      {t('children.not-found-text')}
    </Blank>
  );
}
