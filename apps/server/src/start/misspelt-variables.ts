import { environmentSchema } from './config.ts';

/** Names that the server reads elsewhere, or that tests and benches set for themselves. */
const OTHERS = /^CRECE_(?:OAUTH_[A-Z0-9_]+|COMMIT|DEEP|SEED|PROPERTY_RUNS|TEST_[A-Z0-9_]+)$/;
/** More differences than this are another word. */
const MOST_DIFFERENCES = 4;

/** How many letters must be added, left out or changed to make one word of the other. */
function differences(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [place, other] of [...to].entries()) {
      const changed = (row[place] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * A sentence for each variable that begins as ours do and is none, with the nearest name that is:
 * without a word, `CRECE_PUBLC_URL` would leave links to this machine in every mail.
 */
export function misspeltVariables(
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const known = Object.keys(environmentSchema.shape);
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith('CRECE_') && !known.includes(name) && !OTHERS.test(name),
  );
  return unknown.sort().map((name) => {
    const [nearest] = known
      .map((each) => ({ each, far: differences(name, each) }))
      .filter(({ far }) => far <= MOST_DIFFERENCES)
      .sort((a, b) => a.far - b.far);
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest.each}?`;
    return `${name} is no setting of Crece, so it has no effect.${hint}`;
  });
}
