import { ERASURE_REASONS, type ErasureReason } from '@crece/contract';
import { type FormEvent, type ReactNode, useState } from 'react';
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
import { useNavigateHere } from '../../data/navigate-here.ts';

/** Erases somebody for good, for a reason and a typed name; then the list of erasures is opened. */
export function ErasureForm({
  what,
  whom,
  name,
  isName,
  erase,
}: {
  /** What goes and what stays. */
  what: ReactNode;
  whom: 'record' | 'account';
  /** What is to be typed. */
  name: string;
  isName: (typed: string) => boolean;
  /** Resolves with what is said when it has begun. */
  erase: (why: ErasureReason) => Promise<string>;
}) {
  const { t } = useMessages();
  const { notify } = useNotices();
  const navigate = useNavigateHere();
  const online = useOnline();
  const sayRefusal = useSayRefusal();
  const reason = useReasonWords();
  const [why, setWhy] = useState<ErasureReason | ''>('');
  const [typed, setTyped] = useState('');
  const [isErasing, setErasing] = useState(false);
  const isSure = isName(typed) && why !== '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isSure || isErasing) return;
    setErasing(true);
    try {
      notify({ text: await erase(why) });
      void navigate(erasuresPath(), { replace: true });
    } catch (cause) {
      sayRefusal(cause, t('erasures.failed'));
      setErasing(false);
    }
  };

  return (
    <div className="erase-card">
      <Fold title={t('erasures.erase')} icon="remove">
        <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
          {what}
          <SelectField
            label={t('erasures.why')}
            value={why}
            onChange={({ target }) => setWhy(target.value as ErasureReason | '')}
          >
            <option value="">{t('erasures.choose-why')}</option>
            {ERASURE_REASONS.map((each) => (
              <option key={each} value={each}>
                {reason(each, whom)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('erasures.type', { name })}
            value={typed}
            autoCapitalize={whom === 'account' ? 'none' : undefined}
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
