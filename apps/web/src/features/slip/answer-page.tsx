import { can, type IsoDate } from '@crece/domain';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import { useToday } from '../../data/today.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { Page } from '../../shared/navigation/page.tsx';
import { childPath, duePath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { type CodeRefusal, findByCode } from '../../shared/referrals/clinic-code.ts';
import { ANSWER_PARAM, answeredPath } from '../../shared/referrals/slip-paths.ts';
import { findAway } from '../../shared/scan/find-away.ts';
import { useFault } from '../../shared/words/fault.ts';
import { Button } from '../../ui/controls.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Card } from '../../ui/surfaces.tsx';
import './answer.css';

/** /children/answer/:stakeDB/:stakeName: a clinic's code, typed; it finds its child by itself. */
export function AnswerPage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <CodeOfUnit unit={unit} />}</UnitRoute>;
}

type Refusal = CodeRefusal | 'may-have-moved';

/**
 * The child to which a code answers, else why there is none. One that moved away is in no list here: its
 * page leads to where it lives.
 */
async function findAnswered(
  code: string,
  unit: OpenUnit,
  { today, ...asking }: { today: IsoDate; mayAsk: boolean; signal: AbortSignal },
): Promise<{ childId: string } | { refusal: Refusal }> {
  const found = await findByCode(unit, code, today);
  if (found.kind === 'answer') return found;
  if (found.why !== 'no-slip') return { refusal: found.why };
  const away = await findAway(code, unit, asking);
  if (away === 'not-asked') return { refusal: 'may-have-moved' };
  return away?.kind === 'child' ? { childId: away.id } : { refusal: found.why };
}

/** Opens the child to which a code answers, where the answer is taken; says why it cannot be. */
function useCode(unit: OpenUnit) {
  const today = useToday(unit.timeZone);
  const navigate = useNavigate();
  const sayFault = useFault();
  const mayAsk = can(useSession(), 'sync', unit.place);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => left.abort();
  }, []);
  const open = async (code: string) => {
    if (isBusy) return;
    setBusy(true);
    const { signal } = leaving.current;
    try {
      const found = await findAnswered(code, unit, { today, mayAsk, signal });
      if (signal.aborted) return;
      if ('refusal' in found) return setRefusal(found.refusal);
      await navigate(answeredPath(childPath(found.childId, unit.stakeDB), code), { replace: true });
    } catch (cause) {
      sayFault(cause);
    } finally {
      setBusy(false);
    }
  };
  return { open, isBusy, refusal, forget: () => setRefusal(null) };
}

function CodeOfUnit({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const [query] = useSearchParams();
  const given = query.get(ANSWER_PARAM);
  const [typed, setTyped] = useState(given ?? '');
  const { open, isBusy, refusal, forget } = useCode(unit);
  // A scanned code is looked for at once.
  const openGiven = useEffectEvent(() => {
    if (given !== null) void open(given);
  });
  useEffect(() => openGiven(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void open(typed);
  };
  return (
    <Page
      title={t('slip.answer-title')}
      subtitle={unit.stakeName}
      back={duePath(unit)}
      unit={unit}
      section="due"
      width="read"
    >
      <Card>
        <form className="stack answer-code" onSubmit={submit} noValidate>
          <TextField
            label={t('slip.answer-field')}
            hint={t('slip.answer-hint')}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              forget();
            }}
            error={refusal === null ? undefined : t(`clinic-answer.refused.${refusal}`)}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={24}
          />
          <Button kind="primary" type="submit" wide disabled={isBusy}>
            {t('slip.answer-take')}
          </Button>
        </form>
      </Card>
    </Page>
  );
}
