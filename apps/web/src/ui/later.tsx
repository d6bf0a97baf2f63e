import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useMessages } from '../data/messages.tsx';
import { useNotices } from './notices.tsx';

/**
 * A part that the first screens do not wait for, drawn when its chunk is loaded. If it cannot be
 * loaded, a notice says so and `onMissing` undoes the request for it; without `onMissing` the page
 * works without the part, and its place shows what is missing.
 */
export function Later<P extends object>({
  load,
  props,
  onMissing,
}: {
  /** Must be a stable function. */
  load: () => Promise<ComponentType<P>>;
  props: P;
  onMissing?: () => void;
}) {
  const { t } = useMessages();
  const { complain } = useNotices();
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const [missing, setMissing] = useState(false);
  const whenMissing = useRef(() => {});
  useEffect(() => {
    whenMissing.current = () => {
      if (onMissing === undefined) return setMissing(true);
      complain({ title: t('errors.page-missing-title'), text: t('errors.page-missing') });
      onMissing();
    };
  });
  useEffect(() => {
    let current = true;
    load().then(
      (part) => {
        if (current) setPart(() => part);
      },
      (cause: unknown) => {
        console.warn('A part of the application could not be loaded.', cause);
        if (current) whenMissing.current();
      },
    );
    return () => {
      current = false;
    };
  }, [load]);
  if (missing) return <p className="muted">{t('errors.page-missing')}</p>;
  return Part === null ? null : <Part {...props} />;
}
