import { useEffect, useState } from 'react';
import { useDevice } from '../../data/device.tsx';
import { useDraftOwner } from '../../data/draft-owner.ts';
import { useMessages } from '../../data/messages.tsx';
import { useBegunSentence } from '../../shared/forms/form-parts.tsx';
import { begunAtOf } from '../../shared/forms/use-draft.ts';
import { Button } from '../../ui/controls.tsx';

/** A half-typed new child. */
interface NewChildDraft {
  readonly key: string;
  /** First and last name as typed so far; empty without any. */
  readonly name: string;
  readonly begunAt: string | null;
}

interface Drafts {
  /** The key of the draft to open. */
  readonly formKey: string;
  /** Other half-typed children, the newest first. */
  readonly others: readonly NewChildDraft[];
  readonly open: (key: string) => void;
}

const folded = (name: string) => name.trim().replace(/\s+/gu, ' ').toLocaleLowerCase();

const newestFirst = (a: NewChildDraft, b: NewChildDraft) =>
  (b.begunAt ?? '').localeCompare(a.begunAt ?? '');

/** How many other drafts are offered. */
const OFFERED = 3;

/** Which draft a form begins with: the typed name's own, and without a name the newest one. */
function keyFor(main: string, typedName: string, drafts: readonly NewChildDraft[]): string {
  const typed = folded(typedName);
  if (typed === '') return [...drafts].sort(newestFirst)[0]?.key ?? main;
  const own = `${main}?${typed}`;
  const same = drafts.find(({ key, name }) => key === own || folded(name) === typed);
  return same?.key ?? own;
}

/**
 * The drafts of new children under this key. A name that was just typed begins a form of its own: a
 * draft of another child is offered by its name, and never takes its place. Null while loading.
 */
export function useNewChildDrafts(main: string, typedName: string): Drafts | null {
  const { drafts } = useDevice();
  const owner = useDraftOwner();
  const [found, setFound] = useState<readonly NewChildDraft[] | null>(null);
  const [chosen, open] = useState<string | null>(null);
  useEffect(() => {
    let current = true;
    const own = owner + main;
    async function find(): Promise<readonly NewChildDraft[]> {
      const keys = (await drafts.list()).filter((key) => key === own || key.startsWith(`${own}?`));
      return Promise.all(
        keys.map(async (key) => {
          const stored: unknown = await drafts.load(key);
          const { firstName, lastName } = Object(stored) as Record<string, unknown>;
          const name = [firstName, lastName].filter((part) => typeof part === 'string').join(' ');
          return { key: key.slice(owner.length), name: name.trim(), begunAt: begunAtOf(stored) };
        }),
      );
    }
    find().then(
      (each) => current && setFound(each),
      (cause: unknown) => {
        console.warn('The drafts of new children could not be read.', cause);
        if (current) setFound([]);
      },
    );
    return () => {
      current = false;
    };
  }, [drafts, owner, main]);
  if (found === null) return null;
  const formKey = chosen ?? keyFor(main, typedName, found);
  const isOffered = typedName !== '' && chosen === null;
  const others = isOffered ? found.filter(({ key }) => key !== formKey) : [];
  return { formKey, others: [...others].sort(newestFirst).slice(0, OFFERED), open };
}

/** "You began Ana Lopez today at 09:04": go on with Ana, or the new child, whose form is open. */
export function OtherDrafts({
  others,
  typedName,
  onOpen,
}: {
  others: readonly NewChildDraft[];
  typedName: string;
  onOpen: (key: string) => void;
}) {
  const { t } = useMessages();
  const sentence = useBegunSentence();
  const [isRead, setIsRead] = useState(false);
  if (others.length === 0 || isRead) return null;
  return (
    <div className="draft-back">
      {others.map(({ key, name, begunAt }) => (
        <p key={key} role="status">
          {sentence(
            begunAt,
            name === '' ? t('children.draft-nameless') : t('children.draft-of', { name }),
          )}
        </p>
      ))}
      {others.map(({ key, name }) => (
        <Button key={key} kind="second" small onClick={() => onOpen(key)}>
          {name === '' ? t('children.draft-go-on-nameless') : t('children.draft-go-on', { name })}
        </Button>
      ))}
      <Button kind="second" small onClick={() => setIsRead(true)}>
        {t('children.draft-new', { name: typedName })}
      </Button>
    </div>
  );
}
