import { type ReactNode, type Ref, useState } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from '../../ui/icon.tsx';

/** Rows under one title. */
export function TitledBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card card-flush box" aria-label={title}>
      <h2 className="h3">{title}</h2>
      {children}
    </section>
  );
}

/** Rows that few people need: folded under their title, and rendered once they are unfolded. */
export function FoldedBox({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <details
      className="card card-flush box box-folded"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpen(true);
      }}
    >
      <summary>
        <h2 className="h3 grow">{title}</h2>
        <Icon name="open" className="chev turn" />
      </summary>
      {wasOpen ? children : null}
    </details>
  );
}

interface RowText {
  icon: IconName;
  title: string;
  detail?: ReactNode;
}

function Inside({ icon, title, detail }: RowText) {
  return (
    <>
      <Icon name={icon} />
      <span className="grow">
        <span className="t">{title}</span>
        {detail === undefined ? null : <span className="d">{detail}</span>}
      </span>
    </>
  );
}

/** A row with a fact. */
export function FactRow(text: RowText) {
  return (
    <div className="lrow">
      <Inside {...text} />
    </div>
  );
}

/** A row that links to another page. */
export function WayTo({
  to,
  ref,
  ...text
}: RowText & { to: string; ref?: Ref<HTMLAnchorElement> }) {
  return (
    <Link className="lrow" to={to} {...(ref === undefined ? {} : { ref })}>
      <Inside {...text} />
      <Icon name="next" className="chev" />
    </Link>
  );
}

/** A row with an action on this page. */
export function ActionRow({
  disabled,
  onClick,
  ...text
}: RowText & { disabled: boolean; onClick: () => void }) {
  return (
    <button type="button" className="lrow" disabled={disabled} onClick={onClick}>
      <Inside {...text} />
    </button>
  );
}
