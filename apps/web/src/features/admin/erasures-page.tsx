import type { ErasedAccountBody, ErasureBody } from '@crece/contract';
import { findUnit } from '@crece/domain';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { fetchErasures } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { Blank } from '../../ui/blank.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { erasuresPath } from './admin-paths.ts';
import { useReasonWords, userNameText } from './erasure-words.ts';
import { FamilyDataPage } from './family-data-page.tsx';
import { KeptLongCard } from './kept-long-card.tsx';
import { useMoments } from './person.tsx';
import { useServerData } from './use-server-data.ts';
import './erasures.css';

/** An erasure takes seconds, in a large unit up to a minute. */
const LOOK_AGAIN_MS = 3_000;

/** Who was erased for good; with a record in its address, what is kept about that family. */
export function ErasuresPage() {
  const [params] = useSearchParams();
  const record = params.get('record');
  return record === null ? <ErasureList /> : <FamilyDataPage key={record} recordId={record} />;
}

function ErasureList() {
  const { t } = useMessages();
  const hasCome = useRef(false);
  const answer = useServerData(erasuresPath(), async (signal) => {
    const body = await fetchErasures(signal, hasCome.current);
    hasCome.current = true;
    return body;
  });
  const { data, reload } = answer;
  // A server of an earlier version does not tell of accounts.
  const accounts = data?.accounts ?? [];
  const isOpen = [...(data?.erasures ?? []), ...accounts].some(({ isDone }) => !isDone);
  useEffect(() => {
    // Asked again until the last one has ended.
    const timer = isOpen ? setInterval(reload, LOOK_AGAIN_MS) : undefined;
    return () => clearInterval(timer);
  }, [isOpen, reload]);
  return (
    <AdminPage section="erasures" title={t('erasures.title')} width="read">
      <div className="stack">
        <KeptLongCard onErased={reload} />
        <Answered from={answer}>
          {({ erasures }) =>
            erasures.length + accounts.length === 0 ? (
              <Blank picture="nobody" title={t('erasures.none-title')}>
                {t('erasures.none')}
              </Blank>
            ) : (
              <>
                <p className="admin-intro">{t('erasures.intro')}</p>
                {accounts.length === 0 ? null : (
                  <section className="stack-2">
                    <h2 className="h2">{t('erasures.accounts')}</h2>
                    <ul className="stack">
                      {accounts.map((account) => (
                        <li key={account.id} className="card stack-2 erasure">
                          <Facts erased={account} whom="account" />
                        </li>
                      ))}
                    </ul>
                  </section>
                )}
                <section className="stack-2">
                  {accounts.length === 0 || erasures.length === 0 ? null : (
                    <h2 className="h2">{t('erasures.families')}</h2>
                  )}
                  <ul className="stack">
                    {erasures.map((erasure) => (
                      <li key={`${erasure.stakeDB} ${erasure.id}`} className="card stack-2 erasure">
                        <ErasureFacts erasure={erasure} />
                      </li>
                    ))}
                  </ul>
                </section>
              </>
            )
          }
        </Answered>
      </div>
    </AdminPage>
  );
}

function ErasureFacts({ erasure }: { erasure: ErasureBody }) {
  const { t } = useMessages();
  const places = usePlaces();
  const { stakeDB, records } = erasure;
  const unit = (places === null ? null : findUnit(places, stakeDB)?.unit.stakeName) ?? stakeDB;
  return (
    <Facts erased={erasure} whom="record" what={t('erasures.line', { count: records, unit })} />
  );
}

function Facts({
  erased: { id, at, who, why, isDone },
  whom,
  what,
}: {
  erased: ErasedAccountBody;
  whom: 'record' | 'account';
  what?: string;
}) {
  const { t } = useMessages();
  const { date } = useMoments();
  const reason = useReasonWords();
  const line = [
    ...(what === undefined ? [] : [what]),
    ...(why === null ? [] : [reason(why, whom)]),
  ];
  return (
    <>
      <p className="t">
        {at === null
          ? t('erasures.unknown')
          : t('erasures.by', { day: date(at), who: userNameText({ t }, who ?? '') })}
      </p>
      {line.length === 0 ? null : <p>{line.join(' · ')}</p>}
      {isDone ? null : <p className="small">{t('erasures.open')}</p>}
      <p className="small muted erasure-id">{id}</p>
    </>
  );
}
