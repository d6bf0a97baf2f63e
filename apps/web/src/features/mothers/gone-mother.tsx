import type { Mother } from '@crece/domain';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';

/** Above the form of a woman whom somebody removed, or moved, meanwhile: what saving does now. */
export function GoneMother({ unit: { local }, mother }: { unit: OpenUnit; mother: Mother }) {
  const { t } = useMessages();
  const { _id: id, firstName, lastName } = mother;
  const name = `${firstName} ${lastName}`;
  const why = useLoaded(
    async () => {
      if ((await local.movedTo(id)) !== null) return 'moved';
      return (await local.readRemoved(id)) === null ? null : 'removed';
    },
    [local, id],
    {
      fail: (cause) => {
        console.warn('Whether a woman was removed could not be read.', cause);
        return null;
      },
    },
  );
  if (why === 'moved') return <p className="mother-note">{t('mothers.gone-moved', { name })}</p>;
  return why === 'removed' ? (
    <p className="mother-note">
      <b>{t('mothers.removed', { name })}.</b> {t('screenings.gone-text')}
    </p>
  ) : null;
}
