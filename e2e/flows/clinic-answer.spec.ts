import { API_PATHS } from '@crece/contract';
import { addChild, fillMeasures, saveScreening } from '../pages/app.ts';
import { expect, member, onServer, openEmptyList, syncAll, test } from '../support/phones.ts';

// A phone and a server in one test, possibly on a busy machine.
test.describe.configure({ timeout: 120_000 });
test.use({ serviceWorkers: 'allow' });

test('what a clinic answers to the server with a slip, without an account, closes the child’s row at the next synchronisation', async ({
  accountServer,
  phone,
}) => {
  const unit = 'haiti_test_hti';
  const ana = await member(accountServer, 'Ana');
  const page = await phone(ana);
  await openEmptyList(page, unit);
  await addChild(page, { firstName: 'Luz', lastName: 'Xicay', sex: 'Girl', months: 14 });
  await fillMeasures(page, { muac: '11' });
  await saveScreening(page);
  await syncAll(page, unit);
  const screeningOf = async () =>
    (await onServer(accountServer, ana, unit)).find(({ _id }) => _id.startsWith('scr_'));
  const { slip, surveyDate } = (await screeningOf()) as unknown as {
    slip: [string];
    surveyDate: string;
  };

  // Whoever guesses is told the same.
  const said = { outcome: 'admitted', day: surveyDate, place: 'Hospital' };
  const replies: string[] = [];
  for (const each of ['0123456789ABCDEF', slip[0]]) {
    const reply = await fetch(`${accountServer.url}${API_PATHS.referral}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slip: each, ...said }),
    });
    replies.push(`${reply.status} ${await reply.text()}`);
  }
  expect(replies).toEqual(['202 {"received":true}', '202 {"received":true}']);
  await expect.poll(async () => (await screeningOf())?.['clinicAnswers']).toEqual([said]);

  await syncAll(page, unit);
  await page.getByRole('link', { name: 'Due', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Referred, result known' })).toContainText('Luz');
  await expect(page.getByRole('region', { name: 'Refer today' })).toHaveCount(0);
});
