import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLatest } from '../../data/use-latest.ts';

const JOB = 'job';

/** The jobs of addresses that are on their way: the last one written, and those before it. */
interface Replacing {
  readonly to: string | null;
  readonly from: readonly (string | null)[];
}

/** The job in the page's address, and its replacing by the job of a new stage. */
export function useJobInAddress() {
  const [search, setSearch] = useSearchParams();
  const jobId = search.get(JOB);
  // A new address arrives after the new stage, on a slow device even after the next one: until the
  // last arrives, those before it are no address that somebody opened.
  const [replacing, setReplacing] = useState<Replacing | null>(null);
  // A press before the address of the check arrived would remember the address before it.
  const jobNow = useLatest(jobId);
  if (replacing !== null && replacing.to === jobId) setReplacing(null);
  const replaceBy = useCallback(
    (to: string | null) => {
      const from = (now: Replacing | null) => (now === null ? [] : [now.to, ...now.from]);
      setReplacing((now) => ({ to, from: [jobNow.current, ...from(now)] }));
      setSearch(to === null ? {} : { [JOB]: to }, { replace: true });
    },
    [setSearch, jobNow],
  );
  const isOwn = (id: string) => replacing?.from.includes(id) === true;
  return { jobId, isOwn, replaceBy };
}
