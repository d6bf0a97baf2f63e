import type { ImportBody } from '@crece/contract';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { HttpError } from '../../api/http.ts';
import { fetchImports } from '../../api/imports.ts';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Icon } from '../../ui/icon.tsx';

/** One's own imports into this unit; shows nothing while they cannot be loaded. */
export function MyImports({ stakeDB }: { stakeDB: string }) {
  const { t } = useMessages();
  const online = useOnline();
  const [imports, setImports] = useState<readonly ImportBody[]>([]);
  useEffect(() => {
    if (!online) return;
    const stop = new AbortController();
    fetchImports(stop.signal).then(
      (found) => setImports(found.filter((each) => each.stakeDB === stakeDB)),
      (cause: unknown) => {
        if (!(cause instanceof HttpError)) throw cause;
      },
    );
    return () => stop.abort();
  }, [online, stakeDB]);
  if (imports.length === 0) return null;
  return (
    <section className="stack-2" aria-label={t('imports.mine')}>
      <h2 className="h2">{t('imports.mine')}</h2>
      <ul className="card card-flush">
        {imports.map((job) => (
          <li key={job.id}>
            <MyImport job={job} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function MyImport({ job }: { job: ImportBody }) {
  const messages = useMessages();
  const { t, number } = messages;
  const { result, state } = job;
  const words = () => {
    if (job.waiting === true) return t('imports.state.waiting');
    if (state !== 'finished') return t(`imports.state.${state}`);
    if (result?.status === 'undone') return t('imports.state.undone');
    return t('imports.mine-counts', {
      created: number(result?.created ?? 0),
      updated: number(result?.updated ?? 0),
      rejected: number(result?.rejected ?? 0),
    });
  };
  return (
    <Link className="lrow" to={`?job=${encodeURIComponent(job.id)}`}>
      <span className="grow">
        <span className="t">{momentText(messages, job.startedAt, new Date())}</span>
        <span className="d">{words()}</span>
      </span>
      <Icon name="next" className="chev" />
    </Link>
  );
}
