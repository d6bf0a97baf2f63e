import { ERASURE_REASONS, type ErasureReason } from '@crece/contract';
import { type Child, foldText, type Mother } from '@crece/domain';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { eraseRecord } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Button } from '../../ui/controls.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Fold } from '../../ui/surfaces.tsx';
import { erasuresPath } from './admin-paths.ts';
import { useSayRefusal } from './use-refusal.ts';

/** Erases a child or a mother for good, after saying what goes, for a reason, and a typed name. */
export function EraseCard({
  unit,
  person,
  screenings,
}: {
  unit: OpenUnit;
  person: Child | Mother;
  screenings: number;
}) {
  const { t } = useMessages();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const online = useOnline();
  const sayRefusal = useSayRefusal();
  const [why, setWhy] = useState<ErasureReason | ''>('');
  const [typed, setTyped] = useState('');
  const [isErasing, setErasing] = useState(false);
  const { _id: id, firstName } = person;
  const name = `${firstName} ${person.lastName}`;
  const isSure = foldText(typed) === foldText(firstName) && why !== '';

  const erase = async (event: FormEvent) => {
    event.preventDefault();
    if (!isSure || isErasing) return;
    setErasing(true);
    try {
      await eraseRecord(unit.stakeDB, { id, why });
      notify({ text: t('erasures.begun') });
      void navigate(erasuresPath(), { replace: true });
    } catch (cause) {
      sayRefusal(cause, t('erasures.failed'));
      setErasing(false);
    }
  };

  return (
    <div className="erase-card">
      <Fold title={t('erasures.erase')} icon="remove">
        <form className="stack" noValidate onSubmit={(event) => void erase(event)}>
          <p>{t('erasures.what', { name, count: screenings })}</p>
          <SelectField
            label={t('erasures.why')}
            value={why}
            onChange={({ target }) => setWhy(target.value as ErasureReason | '')}
          >
            <option value="">{t('erasures.choose-why')}</option>
            {ERASURE_REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {t(`erasures.why.${reason}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('erasures.type', { name: firstName })}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button
            kind="danger"
            icon="remove"
            type="submit"
            disabled={!isSure || isErasing || !online}
          >
            {t('erasures.yes')}
          </Button>
        </form>
      </Fold>
    </div>
  );
}
