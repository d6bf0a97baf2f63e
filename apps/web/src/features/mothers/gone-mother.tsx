import type { Mother } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';

/** Above the form of a woman whom somebody removed while it was open: what saving does now. */
export function GoneMother({ unit: { local }, mother }: { unit: OpenUnit; mother: Mother }) {
  const { t } = useMessages();
  const { _id: id, firstName, lastName } = mother;
  const isRemoved = useLoaded(
    async () => (await local.movedTo(id)) === null && (await local.readRemoved(id)) !== null,
    [local, id],
    {
      fail: (cause) => {
        console.warn('Whether a woman was removed could not be read.', cause);
        return false;
      },
    },
  );
  return isRemoved === true ? (
    <p className="mother-note">
      <b>{t('mothers.removed', { name: `${firstName} ${lastName}` })}.</b>{' '}
      {t('screenings.gone-text')}
    </p>
  ) : null;
}
