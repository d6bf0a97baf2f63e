import { Blank } from '../../components/blank.tsx';
import { ButtonLink } from '../../components/controls.tsx';
import { type Gone, KeptForms } from '../../components/gone.tsx';
import { listPath } from '../../components/paths.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';

/** What a link to a removed or unknown child answers. */
export function ChildNotHere({
  unit,
  gone = null,
}: {
  unit: OpenUnit;
  /** What was typed about it, when it was removed since. */
  gone?: Gone | null | undefined;
}) {
  const { t } = useMessages();
  return (
    <Blank
      picture="lost"
      title={t('children.not-found-title')}
      actions={
        <>
          <ButtonLink kind="primary" to={listPath(unit)}>
            {t('children.to-list')}
          </ButtonLink>
          <KeptForms gone={gone} />
        </>
      }
    >
      {t('children.not-found-text')}
    </Blank>
  );
}
