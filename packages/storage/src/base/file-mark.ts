/** How much of a unit's history a file holds: everything up to a sequence of one database. */
export interface FileMark {
  readonly instance: string;
  readonly sequence: number;
}
