/**
 * `make`, which gives the same object again while it is asked about the same as last time.
 *
 * @param isSame whether what is asked about is as it was
 */
export function forLast<From, Made>(
  make: (from: From) => Made,
  isSame: (before: From, now: From) => boolean = Object.is,
): (from: From) => Made {
  let last: { readonly from: From; readonly made: Made } | null = null;
  return (from) => {
    if (last === null || !isSame(last.from, from)) last = { from, made: make(from) };
    return last.made;
  };
}
