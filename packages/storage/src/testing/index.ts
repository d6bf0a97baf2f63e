export { childRow, motherRow, screeningsInRow } from '../projection/rows.ts';
export { type Disk, newDisk, openPhone, type Phone, type PhoneOptions } from './phone.ts';
