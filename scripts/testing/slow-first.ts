import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take more than ten seconds although they are small: they start, stop and kill whole
 * processes.
 */
const SLOW =
  /(?:-kill|killed-import|apps\/server\/src\/main|faults\.node|commands\/(?:user|restored)|run-cli|open-stores)\.test\.tsx?$/;

/**
 * Without known times, as in a new clone, Vitest starts with the largest files: a slow small one
 * would run last, with the second core idle.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
