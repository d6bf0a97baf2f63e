import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** The state of one test provider, in memory; nothing expires. */
export function createProviderStore(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>();
  return (model): Adapter => {
    const keyOf = (id: string) => `${model} ${id}`;
    const findBy = async (name: 'uid' | 'userCode', value: string) =>
      [...kept].find(
        ([key, payload]) => key.startsWith(`${model} `) && payload[name] === value,
      )?.[1];
    return {
      upsert: async (id, payload) => void kept.set(keyOf(id), payload),
      find: async (id) => kept.get(keyOf(id)),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (userCode) => findBy('userCode', userCode),
      consume: async (id) => {
        const payload = kept.get(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
