import type { FirstStepsBody } from '@crece/contract';
import { isTestUnit } from '@crece/domain';
import { Link } from 'react-router';
import { fetchFirstSteps } from '../../api/admin.ts';
import { useDevice } from '../../data/device.tsx';
import { useMessages } from '../../data/messages.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { momentText } from '../../shared/words/moment.ts';
import { Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/surfaces.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { firstStepsPath, newUserPath, placesPath } from './admin-paths.ts';
import './first-steps.css';
import { useServerData } from './use-server-data.ts';

/** The administrator and two others, so that nobody is the only one. */
const ENOUGH_PEOPLE = 3;

interface Step {
  name: 'places' | 'people' | 'mail' | 'support' | 'practice' | 'backup';
  isDone: boolean;
  text: string;
  /** Where it is done in the application; absent: in the server's settings. */
  to?: string;
}

/** What is left to do on a new server, each point with its state. */
export function FirstStepsPage() {
  const { t } = useMessages();
  const answer = useServerData(firstStepsPath(), fetchFirstSteps);
  return (
    <AdminPage section="steps" title={t('steps.title')} width="read">
      <Answered from={answer}>{(body) => <Steps body={body} />}</Answered>
    </AdminPage>
  );
}

/** What is said of the backups of this server. */
function useBackupStep({ backup }: FirstStepsBody): Pick<Step, 'isDone' | 'text'> {
  const messages = useMessages();
  const { t } = messages;
  if (backup === null) return { isDone: true, text: t('steps.backup-couch') };
  const { isNightly, last } = backup;
  if (last === null) {
    return { isDone: false, text: t(isNightly ? 'steps.backup-tonight' : 'steps.backup-none') };
  }
  const at = momentText(messages, last, new Date());
  return {
    isDone: isNightly,
    text: t(isNightly ? 'steps.backup-nightly' : 'steps.backup-by-hand', { at }),
  };
}

function useSteps(body: FirstStepsBody): readonly Step[] {
  const { t } = useMessages();
  const device = useDevice();
  const { placesChanged, people, sendsMail, hasSupportContact } = body;
  const hasPractised = device.unitsOpened().some(({ stakeDB }) => isTestUnit(stakeDB));
  const backup = useBackupStep(body);
  return [
    {
      name: 'places',
      isDone: placesChanged,
      text: t(placesChanged ? 'steps.places-changed' : 'steps.places-check'),
      to: placesPath(),
    },
    {
      name: 'people',
      isDone: people >= ENOUGH_PEOPLE,
      text:
        people === ENOUGH_PEOPLE - 1
          ? t('steps.people-one-more')
          : t('steps.people-text', { count: people }),
      to: newUserPath(),
    },
    {
      name: 'practice',
      isDone: hasPractised,
      text: t(hasPractised ? 'steps.practice-done' : 'steps.practice-text'),
      to: homePath(),
    },
    {
      name: 'mail',
      isDone: sendsMail,
      text: t(sendsMail ? 'steps.mail-sent' : 'steps.mail-files'),
    },
    {
      name: 'support',
      isDone: hasSupportContact,
      text: t(hasSupportContact ? 'steps.support-set' : 'steps.support-none'),
    },
    { name: 'backup', ...backup },
  ];
}

function Steps({ body }: { body: FirstStepsBody }) {
  const { t } = useMessages();
  const steps = useSteps(body);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <>
      <p className="admin-intro">{t('steps.intro', { done, total: steps.length })}</p>
      <ol className="card card-flush first-steps">
        {steps.map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </ol>
      <p className="muted small">{t('steps.guide')}</p>
    </>
  );
}

function StepRow({ step: { name, isDone, text, to } }: { step: Step }) {
  const { t } = useMessages();
  const words = (
    <>
      <span className={isDone ? 'step-mark step-done' : 'step-mark'} aria-hidden="true">
        {isDone ? <Icon name="check" small /> : null}
      </span>
      <span className="grow">
        <span className="t">{t(`steps.${name}`)}</span>
        <VisuallyHidden>, {t(isDone ? 'steps.done' : 'steps.open')}. </VisuallyHidden>
        <span className="d">{text}</span>
      </span>
    </>
  );
  if (to === undefined) return <li className="lrow">{words}</li>;
  return (
    <li>
      <Link className="lrow" to={to}>
        {words}
        <Icon name="next" className="chev" />
      </Link>
    </li>
  );
}
