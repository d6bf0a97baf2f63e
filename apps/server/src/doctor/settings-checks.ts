import { misspeltVariables } from '../start/misspelt-variables.ts';
import { type Check, type Finding, fault, warning } from './finding.ts';

/** A variable that has no effect. */
export const misspelt: Check = {
  name: 'names of settings',
  async look({ environment }) {
    return misspeltVariables(environment).map((sentence) =>
      warning(sentence, 'correct the name in .env or in the service'),
    );
  },
};

/** Settings with which no server starts: what they say comes before every other check. */
export function settingsFindings(problems: readonly string[]): readonly Finding[] {
  return problems.map((problem) =>
    fault(
      `${problem}.`.replace(/\.\.$/, '.'),
      'correct it in .env or in the service (.env.example has every setting)',
    ),
  );
}
