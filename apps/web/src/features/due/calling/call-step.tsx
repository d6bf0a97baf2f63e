import { type FamilyMessage, type MessageStep, openedMessage } from '@crece/domain';
import type { ChildRow } from '@crece/storage';
import { useAuthorName } from '../../../data/former.ts';
import { useMessages } from '../../../data/messages.tsx';
import type { OpenUnit } from '../../../data/units.tsx';
import { Button } from '../../../ui/controls.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { IconNote } from '../../../ui/icon-note.tsx';
import { Card } from '../../../ui/surfaces.tsx';
import { MessageText } from './message-text.tsx';
import type { Way } from './message-ways.ts';
import type { FamilyMessages } from './use-walk.ts';

const ICONS = {
  whatsapp: 'phone',
  sms: 'note',
  share: 'up',
  copy: 'paper',
} as const satisfies Record<Way['way'], IconName>;

/** A way as a link that the phone opens, or as a button. */
export function WayButton({
  way,
  look,
  onOpen,
}: {
  way: Way;
  look: 'primary' | 'second';
  onOpen: () => void;
}) {
  const { t } = useMessages();
  const text = t(`call.way.${way.way}`);
  const icon = ICONS[way.way];
  if (way.address === undefined) {
    return (
      <Button kind={look} icon={icon} onClick={onOpen}>
        {text}
      </Button>
    );
  }
  return (
    <a
      className={look === 'primary' ? 'btn btn-1' : 'btn btn-2'}
      href={way.address}
      onClick={onOpen}
    >
      <Icon name={icon} />
      {text}
    </a>
  );
}

/** That a message was opened, and the way to take it back: whether it was sent nobody knows here. */
export function OpenedLine({
  step,
  messages,
  onNotSent,
}: {
  step: MessageStep<ChildRow>;
  messages: FamilyMessages;
  onNotSent: () => void;
}) {
  const { t, shortDate } = useMessages();
  const authorName = useAuthorName();
  const opened = openedMessage(step);
  return (
    <div role="status">
      {opened === undefined ? null : (
        <p className="call-opened">
          <Icon name="check" small />
          <span className="grow">
            {t('call.opened', {
              date: shortDate(opened.day, messages.today),
              way: t(`call.by.${opened.way}`),
              who: authorName(opened.who, opened.day),
            })}
          </span>
          <Button kind="soft" small onClick={onNotSent}>
            {t('call.not-sent')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** One family: its children, the text, how it can be sent, and whether it was opened already. */
export function CallStep({
  step,
  message,
  ways,
  messages,
  unit,
  onOpen,
  onNotSent,
  onDetails,
}: {
  step: MessageStep<ChildRow>;
  message: FamilyMessage;
  /** The ways beside the first, which stands at the bottom of the page. */
  ways: readonly Way[];
  messages: FamilyMessages;
  unit: OpenUnit;
  onOpen: (way: Way) => void;
  onNotSent: () => void;
  /** Back to what fills the texts. */
  onDetails: () => void;
}) {
  const { t, list } = useMessages();
  const [first] = step.entries;
  const { number } = step;
  const names = step.entries.map(({ child }) => `${child.firstName} ${child.lastName}`);
  const who = [first?.child.mother, first?.child.ward].filter((each) => each !== undefined);
  return (
    <Card className="stack call-step">
      <div>
        <h2 className="h2">{list(names)}</h2>
        <p className="muted">{[...who, first?.child.phone].join(' · ')}</p>
        <p>
          <b>{t(`call.kind.${step.kind}`)}</b>
        </p>
      </div>
      <MessageText language={messages.languageOf(step)} message={message} />
      {'international' in number ? null : (
        <IconNote className="call-note" icon="info">
          {message.length.messages > 1
            ? t('call.only-sms.too-long')
            : t(`call.only-sms.${number.why}`, { country: unit.countryName })}
        </IconNote>
      )}
      <OpenedLine step={step} messages={messages} onNotSent={onNotSent} />
      <div className="call-ways">
        {ways.map((way) => (
          <WayButton key={way.way} way={way} look="second" onOpen={() => onOpen(way)} />
        ))}
      </div>
      <button type="button" className="link-btn" onClick={onDetails}>
        {t('call.change-details')}
      </button>
    </Card>
  );
}
