import { ERASURE_REASONS, type ErasureReason, type UserBody } from '@crece/contract';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { eraseAccount } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { Button } from '../../ui/controls.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Fold } from '../../ui/surfaces.tsx';
import { erasuresPath } from './admin-paths.ts';
import { useReasonWords } from './erasure-words.ts';
import { useSayRefusal } from './use-refusal.ts';
import './erasures.css';

/** Erases an account for good, after saying what goes and what stays, for a reason. */
export function EraseAccountCard({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const online = useOnline();
  const sayRefusal = useSayRefusal();
  const reason = useReasonWords();
  const [why, setWhy] = useState<ErasureReason | ''>('');
  const [typed, setTyped] = useState('');
  const [isErasing, setErasing] = useState(false);
  const { id, username, displayName: name } = user;
  const isSure = typed.trim().toLowerCase() === username && why !== '';

  const erase = async (event: FormEvent) => {
    event.preventDefault();
    if (!isSure || isErasing) return;
    setErasing(true);
    try {
      const { sharesName } = await eraseAccount(id, why);
      notify({ text: t(sharesName ? 'erasures.account-shares' : 'erasures.account-begun') });
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
          <p>{t('erasures.account-goes', { name })}</p>
          <p>{t('erasures.account-stays', { username })}</p>
          <p>{t('erasures.account-same')}</p>
          <SelectField
            label={t('erasures.why')}
            value={why}
            onChange={({ target }) => setWhy(target.value as ErasureReason | '')}
          >
            <option value="">{t('erasures.choose-why')}</option>
            {ERASURE_REASONS.map((each) => (
              <option key={each} value={each}>
                {reason(each, 'account')}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('erasures.type', { name: username })}
            value={typed}
            autoCapitalize="none"
            autoComplete="off"
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
