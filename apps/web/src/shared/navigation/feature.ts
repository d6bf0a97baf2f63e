import type { Action } from '@crece/domain';
import type { ComponentType } from 'react';
import type { SentenceGroup } from '../../data/sentence-groups.ts';

/**
 * When a phone fetches the files of a page for use without a connection: `visit`, at installation,
 * stored ready to run; `first`, at installation; `later`, after it; `desk`, after it on a
 * coordinator's phone; `on-demand`, when first opened.
 */
export type Keep = 'visit' | 'first' | 'later' | 'desk' | 'on-demand';

/**
 * When the modules of a feature that are loaded on their own are fetched: `.` stands for all of its
 * folder, and a file, relative to the folder, for itself. A file of sentences (`x.en.json`, for every
 * language) stands here when it is of another group than its feature `speaks`. The build alone reads it
 * (build/keep-groups.ts, build/sentences.ts).
 */
export type Keeping = Readonly<{ '.': Keep } & Record<string, Keep>>;

/** One page of a feature. What is not said here is as its feature says. */
interface PageSpec {
  /** The pattern of its address: `/children/view/:childId`. */
  readonly at: string;
  /** The action whose right is needed to enter; absent in both: everybody may enter. */
  readonly needs?: Action;
  /**
   * Works on this device alone, for the person who uses it now. All other pages with a right call
   * the server in the account's name.
   */
  readonly isLocal?: true;
  /** The group of sentences that it needs. */
  readonly speaks?: SentenceGroup;
}

/** What a feature says of itself, in `features/<name>/feature.ts`, beside its `keep`. */
export interface Feature {
  readonly needs?: Action;
  /** The group of the sentences beside it, and what its pages need. */
  readonly speaks: SentenceGroup;
  readonly pages: Readonly<Record<string, PageSpec>>;
}

/** How each page of a feature is loaded: what `features/<name>/pages.ts` gives. */
export type PagesOf<F extends Feature> = Readonly<
  Record<keyof F['pages'], () => Promise<ComponentType>>
>;

type Param<At extends string> = At extends `${infer Segment}/${infer Rest}`
  ? Param<Segment> | Param<Rest>
  : At extends `:${infer Name}`
    ? Name
    : never;

/**
 * The address of a page. Values are encoded, so that each stays in its own segment.
 *
 *     pathTo(children.pages.view, { childId }) // '/children/view/chld_lima_per_1748880000000_k3f09z'
 */
export const pathTo = <At extends string>(
  { at }: { readonly at: At },
  params: Readonly<Record<Param<At>, string>>,
): string => at.replace(/:(\w+)/g, (_, name: Param<At>) => encodeURIComponent(params[name]));
