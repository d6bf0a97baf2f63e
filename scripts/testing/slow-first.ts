import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than ten seconds, small as they are: they start, end and kill whole processes. */
const SLOW =
  /(?:-kill|killed-import|apps\/server\/src\/main|faults\.node|commands\/(?:user|restored)|run-cli|open-stores)\.test\.tsx?$/;

/**
 * Vitest begins with the largest files when it does not know their times, as in every fresh clone: a slow
 * one that is small would be the last, with one core at work on it and the other idle.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
