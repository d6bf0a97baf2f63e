import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMessages } from '../data/messages.tsx';
import { useRequired } from '../data/required-context.ts';
import { idAtWork, useSession } from '../data/session.tsx';
import { IconButton } from './controls.tsx';
import { Icon } from './icon.tsx';

/** How long a notice stays, in milliseconds (specification section 9, decisions section 9). */
export const NOTICE_DELAYS = {
  step: 350,
  event: 550,
  default: 2_000,
  completion: 10_000,
  account4: 4_000,
  account5: 5_000,
  account6: 6_000,
} as const;

/** What a notice of a failed or ended sign-in is about: a sign-in that succeeds takes its place. */
export const ABOUT_SESSION = 'session';

interface NoticeText {
  text: string;
  title?: string;
  /** Of what it tells, by its id: a later notice of the same takes the place of the earlier. */
  about?: string;
  /** Buttons that end the notice: "Undo", "Add a note". */
  acts?: readonly { label: string; press: () => void }[];
}

interface Notice extends NoticeText {
  id: number;
  kind: 'info' | 'error';
  at: Date;
  /** Who was at work, by id: a notice may name a child, and nobody else at work here sees it. */
  whose: string | undefined;
}

interface Notices {
  /** Shows a message that needs no action; it disappears by itself. */
  notify(text: NoticeText, delay?: number): void;
  /** Shows an error; it stays until closed unless a delay is given. */
  complain(text: NoticeText, delay?: number): void;
}

const NoticesContext = createContext<Notices | null>(null);
const PastContext = createContext<readonly Notice[]>([]);

/** Maximum number of stored past notices. */
const PAST_KEPT = 50;

const isSame = (one: Notice, other: Notice) =>
  (one.about !== undefined && one.about === other.about) ||
  (one.kind === other.kind && one.title === other.title && one.text === other.text);

/** What was said to nobody is for everybody; that somebody is signed out is over once anybody is not. */
const seenBy = (me: string | undefined, notices: readonly Notice[]) =>
  notices.filter(
    ({ about, whose = about === ABOUT_SESSION ? '' : me }) => me === undefined || whose === me,
  );

/** A notice that follows soon takes the place of the last one: the page does not jump between them. */
const PLACE_KEPT_MS = 600;

/** `ref` of the notices, whose place stays for a moment after the last one is gone. */
function usePlace(isShown: boolean) {
  const stack = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    const { current } = stack;
    if (current === null) return;
    if (isShown) {
      current.style.minHeight = '';
      height.current = current.offsetHeight;
      return;
    }
    current.style.minHeight = `${height.current}px`;
    const timer = setTimeout(() => {
      current.style.minHeight = '';
      height.current = 0;
    }, PLACE_KEPT_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return stack;
}

/**
 * Shows notices below each other above the page, which makes room for them: they cover no row. They
 * stay in a list.
 */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const { t } = useMessages();
  const [allShown, setShown] = useState<readonly Notice[]>([]);
  const [allPast, setPast] = useState<readonly Notice[]>([]);
  const me = useSession()?.id;
  const shown = useMemo(() => seenBy(me, allShown), [me, allShown]);
  const past = useMemo(() => seenBy(me, allPast), [me, allPast]);
  const nextId = useRef(1);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  const close = useCallback((id: number) => {
    setShown((notices) => notices.filter((notice) => notice.id !== id));
  }, []);

  const show = useCallback(
    (kind: Notice['kind'], text: NoticeText, delay: number | undefined) => {
      const own = { kind, id: nextId.current, at: new Date(), whose: idAtWork() };
      const notice: Notice = { ...text, ...own };
      nextId.current += 1;
      // A repeated notice replaces the earlier one.
      setShown((notices) => [...notices.filter((other) => !isSame(other, notice)), notice]);
      setPast((notices) => [notice, ...notices].slice(0, PAST_KEPT));
      if (delay === undefined) return;
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        close(notice.id);
      }, delay);
      timers.current.add(timer);
    },
    [close],
  );

  const notices = useMemo<Notices>(
    () => ({
      notify: (text, delay = NOTICE_DELAYS.default) => show('info', text, delay),
      complain: (text, delay) => show('error', text, delay),
    }),
    [show],
  );

  const stack = usePlace(shown.length > 0);
  const cards = (kind: Notice['kind']) =>
    shown
      .filter((notice) => notice.kind === kind)
      .map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          label={t('app.notices-close')}
          onClose={close}
        />
      ));
  return (
    <NoticesContext value={notices}>
      <div className="notices" ref={stack}>
        <div role="status" aria-live="polite">
          {cards('info')}
        </div>
        <div role="alert">{cards('error')}</div>
      </div>
      <PastContext value={past}>{children}</PastContext>
    </NoticesContext>
  );
}

function NoticeCard({
  notice,
  label,
  onClose,
}: {
  notice: Notice;
  label: string;
  onClose: (id: number) => void;
}) {
  return (
    <div className={notice.kind === 'error' ? 'notice notice-error' : 'notice'}>
      {notice.kind === 'error' ? <Icon name="warning" /> : null}
      <span className="grow notice-text">
        {notice.title === undefined ? null : <span className="t">{notice.title}</span>}
        {notice.text}
      </span>
      {notice.acts?.map(({ label: name, press }) => (
        <button
          key={name}
          type="button"
          className="notice-act"
          onClick={() => {
            press();
            onClose(notice.id);
          }}
        >
          {name}
        </button>
      ))}
      <IconButton icon="close" label={label} onClick={() => onClose(notice.id)} />
    </div>
  );
}

/** All notices since the application was opened, newest first. */
export function usePastNotices(): readonly Notice[] {
  return use(PastContext);
}

/** `const { notify, complain } = useNotices()`; both are stable functions. */
export function useNotices(): Notices {
  return useRequired(NoticesContext, 'NoticesProvider');
}
