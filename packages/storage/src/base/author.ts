/**
 * The author of a write: the signed-in user's display name, otherwise the name entered on this
 * device.
 */
export interface Author {
  name: string;
  /** Number of the programme's settings by which the author works; absent: none are known. */
  settings?: number;
}
