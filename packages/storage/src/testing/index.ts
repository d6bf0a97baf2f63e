export {
  type Disk,
  deviceOn,
  newDisk,
  openPhone,
  type Phone,
  type PhoneOptions,
} from './phone.ts';
