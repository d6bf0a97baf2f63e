import type { ProposalsBody } from '@crece/contract';
import { REMOVAL_RIGHTS } from '@crece/domain';
import { useState } from 'react';
import { useParams } from 'react-router';
import { answerProposal, fetchProposals } from '../../api/moves.ts';
import { findPlace } from '../../data/catalogue.ts';
import { useDevice } from '../../data/device.tsx';
import { useAuthorName } from '../../data/former.ts';
import { useMessages } from '../../data/messages.tsx';
import { useCan } from '../../data/session.tsx';
import { syncOf } from '../../data/sync.ts';
import type { OpenUnit } from '../../data/units.tsx';
import { useLoaded } from '../../data/use-loaded.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { listPath } from '../../shared/navigation/paths.ts';
import { UnitRoute } from '../../shared/navigation/unit-route.tsx';
import { Blank, Waiting } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { useNotices } from '../../ui/notices.tsx';
import './moving.css';

type Proposal = ProposalsBody['proposals'][number];

/** `/children/coming/:stakeDB/:stakeName`: the children whom others propose to move to the unit. */
export function ComingPage() {
  const { stakeDB = '' } = useParams();
  return <UnitRoute stakeDB={stakeDB}>{(unit) => <Coming unit={unit} />}</UnitRoute>;
}

function Coming({ unit }: { unit: OpenUnit }) {
  const { t } = useMessages();
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const { stakeDB } = unit;
  const loaded = useLoaded(() => fetchProposals(stakeDB, new AbortController().signal), [stakeDB], {
    fail: (cause) => {
      console.warn('The proposals could not be fetched.', cause);
      return null;
    },
  });
  const open = loaded?.filter(({ childId }) => !decided.has(childId));
  return (
    <Page
      title={t('move.coming-title')}
      subtitle={unit.stakeName}
      unit={unit}
      section="children"
      width="read"
      back={listPath(unit)}
    >
      {loaded === undefined ? <Waiting /> : null}
      {loaded === null ? (
        <Blank picture="lost" title={t('move.coming-failed-title')}>
          {t('move.coming-failed')}
        </Blank>
      ) : null}
      {open?.length === 0 ? (
        <Blank picture="nobody" title={t('move.coming-none-title')}>
          {t('move.coming-none')}
        </Blank>
      ) : null}
      {open === undefined || open.length === 0 ? null : (
        <>
          <p className="move-lead">{t('move.coming-lead')}</p>
          <ul className="move-units" aria-label={t('move.coming-title')}>
            {open.map((proposal) => (
              <ComingChild
                key={proposal.childId}
                unit={unit}
                proposal={proposal}
                onDecided={() => setDecided((before) => new Set([...before, proposal.childId]))}
              />
            ))}
          </ul>
        </>
      )}
    </Page>
  );
}

function ComingChild({
  unit,
  proposal,
  onDecided,
}: {
  unit: OpenUnit;
  proposal: Proposal;
  onDecided: () => void;
}) {
  const { t, date } = useMessages();
  const device = useDevice();
  const { notify } = useNotices();
  const mayAccept = useCan(REMOVAL_RIGHTS.chld, unit.place);
  const [isBusy, setBusy] = useState(false);
  const place = useLoaded(
    () => findPlace(device, proposal.from, new Date()),
    [device, proposal.from],
  );
  const from = place?.unit.stakeName ?? proposal.from;
  const name = `${proposal.firstName} ${proposal.lastName}`.trim();

  const author = useAuthorName();
  const decide = async (accept: boolean) => {
    setBusy(true);
    try {
      await answerProposal(proposal, accept);
    } catch {
      // The error catalogue has said why.
      setBusy(false);
      return;
    }
    notify({ text: t(accept ? 'move.accepted' : 'move.declined', { name, from }) });
    onDecided();
    if (accept) await syncOf(unit.local)?.run({ leaveHeld: true });
  };

  return (
    <li className="card move-coming">
      <p>
        <b>{name}</b>{' '}
        <span className="move-line">
          {t('move.coming-line', {
            date: date(proposal.birthDate),
            from,
            by: author(proposal.by, proposal.at),
          })}
        </span>
      </p>
      {mayAccept ? null : <p className="move-line">{t('move.needs-right')}</p>}
      <p className="move-answers">
        {mayAccept ? (
          <Button kind="primary" small disabled={isBusy} onClick={() => void decide(true)}>
            <span aria-hidden="true">{t('move.accept')}</span>
            <span className="vh">{t('move.accept-whom', { name })}</span>
          </Button>
        ) : null}
        <Button kind="second" small disabled={isBusy} onClick={() => void decide(false)}>
          <span aria-hidden="true">{t('move.decline')}</span>
          <span className="vh">{t('move.decline-whom', { name })}</span>
        </Button>
      </p>
    </li>
  );
}
