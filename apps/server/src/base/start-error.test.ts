import { describe, expect, it } from 'vitest';
import { dataFolderError, listenError, StartError } from './start-error.ts';

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: something`), { code });
}

function sentenceOf(error: unknown): string {
  return error instanceof StartError ? error.message : '';
}

describe('dataFolderError', () => {
  it.each([
    ['EACCES', 'this user may not write there'],
    ['EROFS', 'the disk can only be read'],
    ['ENOSPC', 'the disk is full'],
    ['EEXIST', 'it is a file, not a folder'],
    ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ])('explains %s in one sentence', (code, reason) => {
    expect(dataFolderError('/var/crece', systemError(code)).message).toBe(
      `The data folder /var/crece cannot be used: ${reason}. Choose another with CRECE_DATA_DIR.`,
    );
  });

  it('uses the system’s own words for any other reason', () => {
    expect(dataFolderError('/x', systemError('EIO')).message).toContain('EIO: something');
  });
});

describe('listenError', () => {
  it.each([
    ['EADDRINUSE', 'Port 80 on 10.1.1.1 is in use'],
    ['EACCES', 'This user may not listen on port 80'],
    ['EADDRNOTAVAIL', '10.1.1.1 is not an address of this machine'],
    ['ENOTFOUND', '10.1.1.1 is not an address of this machine'],
  ])('explains %s', (code, start) => {
    expect(sentenceOf(listenError('10.1.1.1', 80, systemError(code)))).toContain(start);
  });

  it('passes other faults on unchanged', () => {
    const fault = new Error('bug');
    expect(listenError('127.0.0.1', 80, fault)).toBe(fault);
  });
});
