export * from '../phone.ts';
