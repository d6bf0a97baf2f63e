import { type Child, foldText, type Mother } from '@crece/domain';
import { eraseRecord } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import type { OpenUnit } from '../../data/units.tsx';
import { ErasureForm } from './erasure-form.tsx';

/** Erases a child or a mother for good, after saying what goes, for a reason, and a typed name. */
export function EraseCard({
  unit,
  person: { _id: id, firstName, lastName },
  screenings,
}: {
  unit: OpenUnit;
  person: Child | Mother;
  screenings: number;
}) {
  const { t } = useMessages();
  const name = `${firstName} ${lastName}`;
  return (
    <ErasureForm
      whom="record"
      what={<p>{t('erasures.what', { name, count: screenings })}</p>}
      name={firstName}
      isName={(typed) => foldText(typed) === foldText(firstName)}
      erase={async (why) => {
        await eraseRecord(unit.stakeDB, { id, why });
        return t('erasures.begun');
      }}
    />
  );
}
