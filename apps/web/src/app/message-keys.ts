// The names of all sentences of the screens: using one without a sentence is a type error.
import type imports from '@crece/messages/imports.en.json';
import type charts from '../charts/charts.en.json';
import type accounts from '../features/accounts/accounts.en.json';
import type admin from '../features/admin/admin.en.json';
import type erasures from '../features/admin/erasures.en.json';
import type phones from '../features/admin/phones.en.json';
import type server from '../features/admin/server.en.json';
import type steps from '../features/admin/steps.en.json';
import type backup from '../features/backup/backup.en.json';
import type hand from '../features/backup/hand.en.json';
import type card from '../features/card/card.en.json';
import type children from '../features/children/children.en.json';
import type removed from '../features/children/removed/removed.en.json';
import type clinic from '../features/clinic/clinic.en.json';
import type waiting from '../features/conflicts/waiting.en.json';
import type day from '../features/day/day.en.json';
import type desk from '../features/desk/desk.en.json';
import type call from '../features/due/calling/call.en.json';
import type due from '../features/due/due.en.json';
import type guide from '../features/guide/guide.en.json';
import type lock from '../features/lock/lock.en.json';
import type mothers from '../features/mothers/mothers.en.json';
import type move from '../features/moving/move.en.json';
import type places from '../features/places/places.en.json';
import type reports from '../features/reports/reports.en.json';
import type same from '../features/same-child/same.en.json';
import type beside from '../features/screenings/beside.en.json';
import type guidance from '../features/screenings/guidance.en.json';
import type measuring from '../features/screenings/measuring.en.json';
import type screenings from '../features/screenings/screenings.en.json';
import type privacy from '../features/settings/privacy.en.json';
import type settings from '../features/settings/settings.en.json';
import type slip from '../features/slip/slip.en.json';
import type access from '../features/sync/access.en.json';
import type sync from '../features/sync/sync.en.json';
import type offline from '../offline/offline.en.json';
import type arrival from '../shared/arrival/arrival.en.json';
import type install from '../shared/install/install.en.json';
import type moving from '../shared/moving/moving.en.json';
import type menu from '../shared/navigation/menu.en.json';
import type clinicAnswer from '../shared/referrals/clinic-answer.en.json';
import type referral from '../shared/referrals/referral.en.json';
import type scan from '../shared/scan/scan.en.json';
import type assessment from '../shared/screenings/assessment.en.json';
import type common from '../shared/words/common.en.json';
import type errors from '../shared/words/errors.en.json';
import type app from './app.en.json';

type Texts = typeof access &
  typeof accounts &
  typeof admin &
  typeof app &
  typeof arrival &
  typeof assessment &
  typeof backup &
  typeof beside &
  typeof card &
  typeof charts &
  typeof children &
  typeof clinic &
  typeof clinicAnswer &
  typeof clinic &
  typeof common &
  typeof day &
  typeof desk &
  typeof call &
  typeof due &
  typeof erasures &
  typeof errors &
  typeof guidance &
  typeof hand &
  typeof imports &
  typeof install &
  typeof lock &
  typeof measuring &
  typeof menu &
  typeof mothers &
  typeof move &
  typeof moving &
  typeof offline &
  typeof places &
  typeof server &
  typeof steps &
  typeof guide &
  typeof phones &
  typeof privacy &
  typeof referral &
  typeof removed &
  typeof same &
  typeof scan &
  typeof reports &
  typeof screenings &
  typeof settings &
  typeof slip &
  typeof sync &
  typeof waiting;

declare module '@crece/messages/keys' {
  interface SentenceTexts extends Texts {}
}
