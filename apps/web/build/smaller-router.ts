import type { Plugin } from 'vite';

/** The library's modules for browsers. */
const ROUTER = /\/react-router\/dist\/production\/lib\//;

/** A name for React's developer tools: the assignment keeps an unused component in the build. */
const DISPLAY_NAME = /^\w+\.displayName = "[^"]*";$/gm;
/** Calls at the top of a module, which the bundler takes for effects. */
const PURE_CALL = /(?<== )(?=React\$1\.(?:createContext|createElement|forwardRef|memo)\()/g;
/** Advice for developers, in the console. */
const WARNING = /^\t*warning\(.*, ["`].*["`]\);$/gm;
/** The words of an error that only a developer can cause; that it is thrown stays. */
const ERROR_WORDS = /(?<=^\t*invariant\(.*?), ["`].*["`](?=\);$)/gm;

interface Change {
  /** The end of the module's path. */
  module: string;
  find: string;
  replace: string;
}

const CHANGES: readonly Change[] = [
  // What `Link` does without `prefetch`, which no link of ours has: prefetching is for applications
  // that react-router itself serves.
  {
    module: '/lib/dom/lib.js',
    find: 'import { FrameworkContext, PrefetchPageLinks, mergeRefs, usePrefetchBehavior } from "./ssr/components.js";',
    replace: [
      'const PrefetchPageLinks = () => null;',
      'const usePrefetchBehavior = () => [false, undefined, {}];',
      'const mergeRefs = (ref) => ref;',
      'const FrameworkContext = /* @__PURE__ */ React$1.createContext(undefined);',
    ].join(' '),
  },
  // Routes without loaders: `<Routes>` passes no options.
  {
    module: '/lib/hooks.js',
    find: 'function useRoutesImpl(routes, locationArg, dataRouterOpts) {',
    replace: 'function useRoutesImpl(routes, locationArg) { const dataRouterOpts = undefined;',
  },
  {
    module: '/lib/hooks.js',
    find: 'function _renderMatches(matches, parentMatches = [], dataRouterOpts) {\n\tlet dataRouterState = dataRouterOpts?.state;',
    replace:
      'function _renderMatches(matches, parentMatches = []) { const dataRouterOpts = undefined; const dataRouterState = undefined;',
  },
];

/** The code of one of the library's modules without what holds its unused parts in the build. */
export function withoutUnusedParts(code: string, file: string): string {
  const bare = code
    .replace(DISPLAY_NAME, '')
    .replace(PURE_CALL, '/* @__PURE__ */ ')
    .replace(WARNING, '')
    .replace(ERROR_WORDS, '');
  return CHANGES.filter(({ module }) => file.endsWith(module)).reduce((text, { find, replace }) => {
    if (!text.includes(find)) throw new Error(`${file} has changed: see build/smaller-router.ts`);
    return text.replace(find, () => replace);
  }, bare);
}

/**
 * Leaves out the parts of react-router that this application does not use but that its bundle
 * contains: forms, navigation links, prefetching, routes with loaders, and words for developers
 * (5 KB gzip of the first load).
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
