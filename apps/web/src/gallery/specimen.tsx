import type { ReactNode } from 'react';

/** A section of the gallery with its own address, so that a picture of it can be taken. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="gallery-part" id={id} aria-labelledby={`${id}-title`}>
      <h2 className="h1" id={`${id}-title`}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** One part in one state, with the name of the state as its heading. */
export function Specimen({
  name,
  flush,
  children,
}: {
  name: string;
  /** Whether it spans the full width, for parts that are as wide as a page. */
  flush?: boolean;
  children: ReactNode;
}) {
  return (
    <figure className={flush ? 'specimen specimen-flush' : 'specimen'} aria-label={name}>
      <figcaption className="h3">{name}</figcaption>
      <div className="specimen-ground">{children}</div>
    </figure>
  );
}
