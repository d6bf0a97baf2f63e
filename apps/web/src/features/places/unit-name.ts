const KINDS = ['stake', 'district', 'branch'] as const;

/**
 * A unit's name without the English word for its kind, which the catalogue writes at its end, and the
 * kind: a row says it in the person's language.
 */
export function unitName(stakeName: string): {
  name: string;
  kind: (typeof KINDS)[number] | null;
} {
  const words = /^(.+) (\w+)$/.exec(stakeName);
  const kind = KINDS.find((each) => each === words?.[2]?.toLowerCase()) ?? null;
  return { name: kind === null ? stakeName : (words?.[1] ?? stakeName), kind };
}
