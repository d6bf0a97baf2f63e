export { type Disk, newDisk, openPhone, type Phone, type PhoneOptions } from './phone.ts';
