import type { Plugin } from 'vite';

/** The library's modules for browsers. */
const ROUTER = /\/react-router\/dist\/production\/lib\//;
/** The module of `Link`, which prefetches pages in applications that react-router itself serves. */
const LINKS = /\/lib\/dom\/lib\.js$/;

const PREFETCH =
  /^import \{ FrameworkContext, PrefetchPageLinks, mergeRefs, usePrefetchBehavior \} from "\.\/ssr\/components\.js";$/m;

/** What `Link` does without `prefetch`, which no link of ours has. */
const NO_PREFETCH = [
  'const PrefetchPageLinks = () => null;',
  'const usePrefetchBehavior = () => [false, undefined, {}];',
  'const mergeRefs = (ref) => ref;',
  'const FrameworkContext = /* @__PURE__ */ React$1.createContext(undefined);',
].join(' ');

/** A name for React's developer tools: the assignment keeps an unused component in the build. */
const DISPLAY_NAME = /^\w+\.displayName = "[^"]*";$/gm;
/** Calls at the top of a module, which the bundler takes for effects. */
const PURE_CALL = /(?<== )(?=React\$1\.(?:createContext|createElement|forwardRef|memo)\()/g;

/** The code of one of the library's modules without what holds its unused parts in the build. */
export function withoutUnusedParts(code: string, file: string): string {
  const bare = code.replace(DISPLAY_NAME, '').replace(PURE_CALL, '/* @__PURE__ */ ');
  if (!LINKS.test(file)) return bare;
  if (!PREFETCH.test(bare)) throw new Error(`${file} has changed: see build/smaller-router.ts`);
  return bare.replace(PREFETCH, NO_PREFETCH);
}

/**
 * Leaves out the parts of react-router that this application does not use but that its bundle
 * contains: forms, navigation links, prefetching, and routes with loaders (4 KB gzip of the first
 * load).
 */
export function smallerRouter(): Plugin {
  return {
    name: 'smaller-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler: (code, id) => ({ code: withoutUnusedParts(code, id), map: null }),
    },
  };
}
