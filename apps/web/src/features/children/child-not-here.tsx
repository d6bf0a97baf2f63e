import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { listPath } from '../../shared/navigation/paths.ts';
import { type Gone, KeptForms } from '../../shared/records/gone.tsx';
import { Blank } from '../../ui/blank.tsx';
import { ButtonLink } from '../../ui/controls.tsx';

/** The page of a link to a removed or unknown child. */
export function ChildNotHere({
  unit,
  gone = null,
}: {
  unit: OpenUnit;
  /** The draft about the child, if the child was removed since. */
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
      {t('errors.record-not-found')}
    </Blank>
  );
}
