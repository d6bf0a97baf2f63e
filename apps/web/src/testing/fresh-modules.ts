import { vi } from 'vitest';

// Files that put another module in the place of one of ours share a process too: each begins with
// none of ours loaded, so that its replacements are met by all who import them.
vi.resetModules();
