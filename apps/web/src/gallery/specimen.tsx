import type { ReactNode } from 'react';

/** A part of the gallery with an address of its own, so that a picture can be taken of it. */
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

/** One thing in one state, under the name of the state. */
export function Specimen({
  name,
  flush,
  children,
}: {
  name: string;
  /** From edge to edge, for what is as wide as a page. */
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
