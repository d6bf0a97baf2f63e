import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useMessages } from '../data/messages.tsx';
import { whenIdle } from '../data/when-idle.ts';
import { useNotices } from './notices.tsx';

/** The parts that were loaded, by the function that loads them: the next time they are drawn at once. */
const loaded = new WeakMap<() => unknown, unknown>();

/** Loads a part; a `Later` that begins afterwards is drawn with it at once. */
export const loadPart = <P,>(load: () => Promise<ComponentType<P>>) =>
  load().then((part) => {
    loaded.set(load, part);
    return part;
  });

/**
 * How a part is loaded that a page can be without: once the page has nothing else to do, and drawn as
 * nothing where it cannot be loaded.
 */
export const spare =
  <P,>(load: () => Promise<ComponentType<P>>) =>
  () =>
    whenIdle()
      .then(load)
      .catch((): ComponentType<P> => () => null);

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
  const [Part, setPart] = useState<ComponentType<P> | null>(
    // Safe because this load gave this part.
    () => (loaded.get(load) as ComponentType<P> | undefined) ?? null,
  );
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
    loadPart(load).then(
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
