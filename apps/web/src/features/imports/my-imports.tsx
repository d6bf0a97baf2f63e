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
  // An import that was undone is one line: what it was, and that it is no more.
  const undoings = new Map(
    imports.flatMap(({ id, undoOf, result }) =>
      undoOf !== undefined && result?.status === 'undone' ? [[undoOf, id]] : [],
    ),
  );
  const listed = imports.filter(
    ({ undoOf, result }) => result?.status !== 'undone' || !imports.some(({ id }) => id === undoOf),
  );
  return (
    <section className="stack-2" aria-label={t('imports.mine')}>
      <h2 className="h2">{t('imports.mine')}</h2>
      <ul className="card card-flush">
        {listed.map((job) => (
          <li key={job.id}>
            <MyImport job={job} undoing={undoings.get(job.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MyImportProps {
  job: ImportBody;
  /** The job that undid it. */
  undoing: string | undefined;
}

function MyImport({ job, undoing }: MyImportProps) {
  const messages = useMessages();
  const { t, number } = messages;
  const { result, state } = job;
  const words = () => {
    if (job.waiting === true) return t('imports.state.waiting');
    if (state !== 'finished') return t(`imports.state.${state}`);
    if (result?.status === 'undone') return t('imports.state.undone');
    const counts = t('imports.mine-counts', {
      created: number(result?.created ?? 0),
      updated: number(result?.updated ?? 0),
      rejected: number(result?.rejected ?? 0),
    });
    return undoing === undefined ? counts : `${counts} · ${t('imports.state.undone')}`;
  };
  return (
    <Link className="lrow" to={`?job=${encodeURIComponent(undoing ?? job.id)}`}>
      <span className="grow">
        <span className="t">{momentText(messages, job.startedAt, new Date())}</span>
        <span className="d">{words()}</span>
      </span>
      <Icon name="next" className="chev" />
    </Link>
  );
}
