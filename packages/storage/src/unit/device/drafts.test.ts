import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSecondTab } from '../../testing/open-second-tab.ts';
import { freshName, openTestDevice } from '../../testing/open-test-unit.ts';
import { DeviceDatabase } from './device-database.ts';

describe('drafts of forms', () => {
  it('keep what was typed until they are discarded', async () => {
    const { drafts } = await openTestDevice();
    expect(await drafts.load('child:new')).toBeNull();
    await drafts.save('child:new', { firstName: 'Mar' });
    await drafts.save('child:new', { firstName: 'Marisol' });
    expect(await drafts.load('child:new')).toEqual({ firstName: 'Marisol' });
    await drafts.discard('child:new');
    expect(await drafts.load('child:new')).toBeNull();
  });

  it('a later tab finds the drafts when this one ended without notice', async () => {
    const name = freshName('device');
    const tab = await openSecondTab();
    const there = await tab.openDevice({
      databaseName: name,
    });
    await there.drafts.save('screening:x', { height: '68.' });
    tab.close();
    const here = await openTestDevice(name);
    expect(await here.drafts.load('screening:x')).toEqual({ height: '68.' });
  });

  it('write every keystroke at once, and only the newest value while a write is running', async () => {
    const name = freshName('device');
    const device = await openTestDevice(name);
    const written: unknown[] = [];
    const put = DeviceDatabase.prototype.put;
    DeviceDatabase.prototype.put = async function (store, key, value) {
      if (store === 'drafts') written.push(value);
      return put.call(this, store, key, value);
    };
    onTestFinished(() => {
      DeviceDatabase.prototype.put = put;
    });
    const saves = ['M', 'Ma', 'Mar', 'Mari'].map((typed) => device.drafts.save('child:new', typed));
    expect(await device.drafts.load('child:new')).toBe('Mari');
    await Promise.all(saves);
    expect(written).toEqual(['M', 'Mari']);
  });

  it('a draft that is discarded during a write is gone', async () => {
    const { drafts } = await openTestDevice();
    void drafts.save('child:new', 'M');
    void drafts.save('child:new', 'Ma');
    await drafts.discard('child:new');
    expect(await drafts.load('child:new')).toBeNull();
    expect(await drafts.list()).toEqual([]);
  });

  it('a draft that is discarded during a write that fails is gone', async () => {
    const { drafts } = await openTestDevice();
    await drafts.save('child:new', 'M');
    const put = vi
      .spyOn(DeviceDatabase.prototype, 'put')
      .mockRejectedValueOnce(new DOMException('no room', 'QuotaExceededError'));
    onTestFinished(() => put.mockRestore());
    void drafts.save('child:new', 'Ma');
    await drafts.discard('child:new');
    expect(put).toHaveBeenCalledOnce();
    expect(await drafts.load('child:new')).toBeNull();
    expect(await drafts.list()).toEqual([]);
  });

  it('what the full device has no room for stays in the page until it is stored or discarded', async () => {
    const name = freshName('device');
    const { drafts } = await openTestDevice(name);
    await drafts.save('child:new', 'M');
    const put = vi
      .spyOn(DeviceDatabase.prototype, 'put')
      .mockRejectedValue(new DOMException('no room', 'QuotaExceededError'));
    onTestFinished(() => put.mockRestore());
    await expect(drafts.save('child:new', 'Ma')).rejects.toThrow('no room');
    await expect(drafts.save('mother:new', 'R')).rejects.toThrow('no room');
    expect(await drafts.load('child:new')).toBe('Ma');
    expect([...(await drafts.list())].sort()).toEqual(['child:new', 'mother:new']);

    await drafts.discard('mother:new');
    expect(await drafts.load('mother:new')).toBeNull();
    expect(await drafts.list()).toEqual(['child:new']);
    put.mockRestore();
    await drafts.save('child:new', 'Mar');
    expect(await drafts.load('child:new')).toBe('Mar');
    expect(await (await openTestDevice(name)).drafts.load('child:new')).toBe('Mar');
  });

  it("drafts of a removed account go to the guest, but never replace the guest's own", async () => {
    const { drafts } = await openTestDevice();
    await drafts.save('ana:child:new', { firstName: 'Mar' });
    await drafts.save('ana:mother:new', 'Ana’s');
    await drafts.save('mother:new', 'the guest’s');
    await drafts.save('juan:child:x', 'Juan’s');
    await drafts.handOver('ana:');
    expect([...(await drafts.list())].sort()).toEqual([
      'ana:mother:new',
      'child:new',
      'juan:child:x',
      'mother:new',
    ]);
    expect(await drafts.load('child:new')).toEqual({ firstName: 'Mar' });
    expect(await drafts.load('mother:new')).toBe('the guest’s');
  });

  it('every draft has been stored when flush resolves', async () => {
    const name = freshName('device');
    const device = await openTestDevice(name);
    void device.drafts.save('a', 'typed');
    await device.drafts.flush();
    const other = await openTestDevice(name);
    expect(await other.drafts.load('a')).toBe('typed');
  });
});
