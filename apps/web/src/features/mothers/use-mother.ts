import type { Mother } from '@crece/domain';
import type { LocalUnit } from '@crece/storage';
import { useEffect, useState } from 'react';

type MotherState =
  | { state: 'loading' }
  | { state: 'absent' }
  | { state: 'failed'; fault: unknown }
  | { state: 'here'; mother: Mother };

/**
 * Reads a mother once, for editing: the person edits the loaded version, and changes made elsewhere
 * meanwhile are reported on saving.
 */
export function useMother(unit: LocalUnit, motherId: string): MotherState {
  const [result, setResult] = useState<{
    motherId: string;
    found: MotherState;
  } | null>(null);
  useEffect(() => {
    let current = true;
    const show = (found: MotherState) => {
      if (current) setResult({ motherId, found });
    };
    unit.readMother(motherId).then(
      (mother) => show(mother === null ? { state: 'absent' } : { state: 'here', mother }),
      (fault: unknown) => {
        console.error('The mother could not be read.', fault);
        show({ state: 'failed', fault });
      },
    );
    return () => {
      current = false;
    };
  }, [unit, motherId]);
  return result?.motherId === motherId ? result.found : { state: 'loading' };
}
