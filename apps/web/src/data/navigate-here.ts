import { useCallback } from 'react';
import { type NavigateFunction, type NavigateOptions, type To, useNavigate } from 'react-router';
import { useIsHere } from './use-is-here.ts';

/**
 * `useNavigate` for what leads on after a wait, as after a save: whoever has left the page meanwhile
 * stays where they are.
 */
export function useNavigateHere(): NavigateFunction {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return useCallback(
    // Safe because the router takes either.
    (to: To | number, options?: NavigateOptions) =>
      isHere.current ? navigate(to as To, options) : undefined,
    [navigate, isHere],
  );
}
