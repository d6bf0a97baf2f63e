import type { ConfigResponse } from '@crece/contract';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { fetchConfig, storedConfig } from '../api/config.ts';

interface ConfigSource {
  /** Whom to ask for help, as far as known now. */
  supportContact: string | null;
  /** The server's answer, waited for at most its time limit; else what it said last. */
  asked: Promise<ConfigResponse>;
}

const ConfigContext = createContext<ConfigSource>({
  supportContact: null,
  asked: Promise.resolve({ demo: false, supportContact: null }),
});

/** Asks the server once per visit what it is; the kept answer counts until the new one is there. */
export function ConfigProvider({ children }: { children: ReactNode }) {
  const [asked] = useState(fetchConfig);
  const [supportContact, setContact] = useState(() => storedConfig()?.supportContact ?? null);

  useEffect(() => {
    let current = true;
    void asked.then((answer) => {
      if (current) setContact(answer.supportContact);
    });
    return () => {
      current = false;
    };
  }, [asked]);

  const source = useMemo(() => ({ supportContact, asked }), [supportContact, asked]);
  return <ConfigContext value={source}>{children}</ConfigContext>;
}

export function useConfig(): ConfigSource {
  return use(ConfigContext);
}
