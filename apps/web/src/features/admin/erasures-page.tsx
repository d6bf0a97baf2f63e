import type { ErasureBody } from '@crece/contract';
import { findUnit } from '@crece/domain';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { fetchErasures } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { Blank } from '../../ui/blank.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { erasuresPath } from './admin-paths.ts';
import { FamilyDataPage } from './family-data-page.tsx';
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
  const answer = useServerData(erasuresPath(), fetchErasures);
  const { data, reload } = answer;
  const isOpen = data?.erasures.some(({ isDone }) => !isDone) === true;
  useEffect(() => {
    // Asked again until the last one has ended.
    const timer = isOpen ? setInterval(reload, LOOK_AGAIN_MS) : undefined;
    return () => clearInterval(timer);
  }, [isOpen, reload]);
  return (
    <AdminPage section="erasures" title={t('erasures.title')} width="read">
      <Answered from={answer}>
        {({ erasures }) =>
          erasures.length === 0 ? (
            <Blank picture="nobody" title={t('erasures.none-title')}>
              {t('erasures.none')}
            </Blank>
          ) : (
            <>
              <p className="admin-intro">{t('erasures.intro')}</p>
              <ul className="stack">
                {erasures.map((erasure) => (
                  <li key={`${erasure.stakeDB} ${erasure.id}`} className="card stack-2 erasure">
                    <ErasureFacts erasure={erasure} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Answered>
    </AdminPage>
  );
}

function ErasureFacts({ erasure }: { erasure: ErasureBody }) {
  const { t } = useMessages();
  const places = usePlaces();
  const { date } = useMoments();
  const { id, stakeDB, records, at, who, why, isDone } = erasure;
  const unit = (places === null ? null : findUnit(places, stakeDB)?.unit.stakeName) ?? stakeDB;
  return (
    <>
      <p className="t">
        {at === null ? t('erasures.unknown') : t('erasures.by', { day: date(at), who: who ?? '' })}
      </p>
      <p>
        {t('erasures.line', { count: records, unit })}
        {why === null ? null : ` · ${t(`erasures.why.${why}`)}`}
      </p>
      {isDone ? null : <p className="small">{t('erasures.open')}</p>}
      <p className="small muted erasure-id">{id}</p>
    </>
  );
}
