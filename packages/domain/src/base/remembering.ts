/**
 * Remembers what is made of a text, because the same names return in thousands of records: of so many
 * texts at the most.
 */
export function remembering<Value>(
  make: (text: string) => Value,
  most = Number.POSITIVE_INFINITY,
): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) {
      value = make(text);
      if (known.size < most) known.set(text, value);
    }
    return value;
  };
}
