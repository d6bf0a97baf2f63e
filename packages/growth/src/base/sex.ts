/** The two sexes of WHO's tables, spelled as in the records. */
export type Sex = 'Boy' | 'Girl';

/** One value for each sex, made when it is first asked for: a table takes longer to unpack than to use. */
export function bySex<Packed, Unpacked>(
  packed: Readonly<Record<Sex, Packed>>,
  unpack: (packed: Packed) => Unpacked,
): Readonly<Record<Sex, Unpacked>> {
  let boy: Unpacked | undefined;
  let girl: Unpacked | undefined;
  return {
    get Boy() {
      boy ??= unpack(packed.Boy);
      return boy;
    },
    get Girl() {
      girl ??= unpack(packed.Girl);
      return girl;
    },
  };
}
