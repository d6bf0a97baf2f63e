import type { PhoneCode, PhoneEntry, PhoneNeed, PhonesBody } from '@crece/contract';
import { findUnit } from '@crece/domain';
import { Link, Navigate, useSearchParams } from 'react-router';
import { fetchPhones } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { usePlaces } from '../../data/places.ts';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Blank } from '../../ui/blank.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { pageOfAddress, phonesPath, userPath } from './admin-paths.ts';
import { lastPage, Pager } from './pager.tsx';
import './phones.css';
import { useServerData } from './use-server-data.ts';

/** Number of phones per answer of the server. */
const PAGE_SIZE = 15;
const MEGABYTE = 1_000_000;
/** By so many letters an installation is told from others of the same person. */
const SHOWN_OF_DEVICE = 4;

/** How the phones are that synchronise: who needs help stands first, the oldest trouble on top. */
export function PhonesPage() {
  const { t } = useMessages();
  const [params] = useSearchParams();
  const page = pageOfAddress(params.get('page'));
  const answer = useServerData(phonesPath(page), (signal) => fetchPhones(page, signal));
  const { data } = answer;
  return (
    <AdminPage
      section="phones"
      title={t('phones.title')}
      width="read"
      {...(data === null ? {} : { subtitle: t('phones.need-help', { count: data.needHelp }) })}
    >
      <Answered from={answer}>{(body) => <Phones body={body} page={page} />}</Answered>
    </AdminPage>
  );
}

function Phones({ body: { phones, total }, page }: { body: PhonesBody; page: number }) {
  const { t } = useMessages();
  if (total === 0) {
    return (
      <Blank picture="nobody" title={t('phones.none-title')}>
        {t('phones.none')}
      </Blank>
    );
  }
  const last = lastPage(total, PAGE_SIZE);
  if (phones.length === 0 && page > last) return <Navigate to={phonesPath(last)} replace />;
  return (
    <>
      <p className="admin-intro">{t('phones.intro')}</p>
      <ul className="stack">
        {phones.map((entry) => (
          <li
            key={`${entry.account.id} ${entry.told?.report.device} ${entry.told?.report.unit}`}
            className="card stack-2 phone-card"
          >
            <PhoneCard entry={entry} />
          </li>
        ))}
      </ul>
      <Pager page={page} size={PAGE_SIZE} total={total} pathOf={phonesPath} />
    </>
  );
}

function PhoneCard({ entry: { account, told } }: { entry: PhoneEntry }) {
  const messages = useMessages();
  const { t } = messages;
  const places = usePlaces();
  const person = (
    <Link className="t" to={userPath(account.id)}>
      {account.displayName}
    </Link>
  );
  if (told === null) {
    return (
      <>
        <p className="phone-who">{person}</p>
        <p className="muted small">{t('phones.not-told')}</p>
      </>
    );
  }
  const { at, report, needs } = told;
  const place = places === null ? null : findUnit(places, report.unit);
  const unit = place?.unit.stakeName ?? report.unit;
  return (
    <>
      <p className="phone-who">
        {person}
        <span className="small muted">
          {t('phones.of-unit', { unit, device: report.device.slice(0, SHOWN_OF_DEVICE) })}
        </span>
      </p>
      {needs.length === 0 ? null : (
        <ul className="phone-needs">
          {needs.map((need) => (
            <li key={need}>
              <NeedWords need={need} entry={told} />
            </li>
          ))}
        </ul>
      )}
      <PhoneFigures at={at} report={report} />
    </>
  );
}

type Told = NonNullable<PhoneEntry['told']>;

/** What to help with, as a sentence. */
function NeedWords({ need, entry: { at, report } }: { need: PhoneNeed; entry: Told }) {
  const messages = useMessages();
  const { t } = messages;
  const moment = (instant: string) => momentText(messages, instant, new Date());
  if (need === 'unsent') {
    const since = moment(report.oldestUnsent ?? at);
    return t('phones.need.unsent', { count: report.unsent, since });
  }
  if (need === 'refused') return t('phones.need.refused', { count: report.refused });
  return need === 'unseen'
    ? t('phones.need.unseen', { at: moment(at) })
    : t('phones.need.old-build');
}

function PhoneFigures({ at, report }: Pick<Told, 'at' | 'report'>) {
  const messages = useMessages();
  const { t, language } = messages;
  const moment = (instant: string) => momentText(messages, instant, new Date());
  const { completed, freeMB, codes, unsent } = report;
  const facts = [
    t('phones.heard', { at: moment(at) }),
    completed === null
      ? t('phones.never-complete')
      : t('phones.complete', { at: moment(completed) }),
    t('phones.unsent', { count: unsent }),
    ...(freeMB === null
      ? []
      : [t('phones.free', { size: bytesText(freeMB * MEGABYTE, language) })]),
    ...codes.map((code: PhoneCode) => t(`phones.code.${code}`)),
  ];
  return (
    <ul className="phone-facts small muted">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
