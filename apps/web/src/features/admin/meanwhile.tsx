import { type ReactNode, useEffect, useRef } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isTyping } from '../../ui/person-acts.ts';
import './choices.css';

/** One field with the other person's value and the value typed here. */
export interface Difference {
  label: string;
  theirs: string;
  mine: string;
}

/**
 * Another person changed the same record meanwhile: shows both states and asks which to keep.
 * Nothing typed is lost before the choice.
 */
export function ChangedMeanwhile({
  title,
  differences,
  children,
  saving,
  onMine,
  onTheirs,
}: {
  title: string;
  differences: readonly Difference[];
  /** Other changes, in sentences. */
  children?: ReactNode;
  saving: boolean;
  onMine: () => void;
  /** Absent when there is no stored state to take. */
  onTheirs?: (() => void) | undefined;
}) {
  const { t } = useMessages();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    // A person who pressed save may be at the end of a long form; a person who types must not be
    // interrupted.
    if (!isTyping()) ref.current?.focus();
  }, []);
  return (
    <section ref={ref} className="error-summary meanwhile" role="alert" tabIndex={-1}>
      <h2 className="h2">
        <Icon name="warning" />
        {title}
      </h2>
      {children}
      {differences.length === 0 ? null : (
        <table className="mt meanwhile-table">
          <thead>
            <tr>
              <th scope="col">{t('admin.meanwhile-field')}</th>
              <th scope="col">{t('admin.meanwhile-theirs')}</th>
              <th scope="col">{t('admin.meanwhile-mine')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ label, theirs, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{theirs}</td>
                <td>{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="row-wrap">
        <Button kind="primary" small disabled={saving} onClick={onMine}>
          {t('admin.meanwhile-save-mine')}
        </Button>
        {onTheirs === undefined ? null : (
          <Button kind="second" small disabled={saving} onClick={onTheirs}>
            {t('admin.meanwhile-take-theirs')}
          </Button>
        )}
      </div>
    </section>
  );
}
