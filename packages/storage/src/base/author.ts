/** Who makes a write: the signed-in user's display name, else the name entered on this device. */
export interface Author {
  name: string;
}
