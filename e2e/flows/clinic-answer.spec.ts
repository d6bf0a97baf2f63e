import { API_PATHS } from '@crece/contract';
import { slipFragment } from '@crece/domain';
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

  // The clinic's phone, with the content security policy as it is sent.
  const clinic = await page.context().browser()?.newContext({
    baseURL: accountServer.url,
    locale: 'en-US',
    timezoneId: 'America/Port-au-Prince',
  });
  if (clinic === undefined) throw new Error('This browser opens no second phone');
  const answering = await clinic.newPage();
  await answering.goto(
    `/referral#${slipFragment({ slip: slip[0], signs: ['muac'], day: surveyDate })}`,
  );
  await answering.getByLabel('Date', { exact: true }).fill(surveyDate);
  await answering.getByRole('button', { name: 'Admitted' }).click();
  await expect(answering.getByText('Sent.', { exact: true })).toBeVisible();
  await clinic.close();
  const said = { outcome: 'admitted', day: surveyDate };
  await expect.poll(async () => (await screeningOf())?.['clinicAnswers']).toEqual([said]);

  // Whoever guesses is told the same as who says it again.
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

  await syncAll(page, unit);
  await page.getByRole('link', { name: 'Due', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Referred, result known' })).toContainText('Luz');
  await expect(page.getByRole('region', { name: 'Refer today' })).toHaveCount(0);
});
