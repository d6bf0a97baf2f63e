import type { UserBody } from '@crece/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { removePicture, uploadPicture } from '../../api/accounts.ts';
import { useMessages } from '../../data/messages.tsx';
import { useSignIn } from '../../data/session.tsx';
import { useRefusal } from '../../shared/accounts/use-refusal.ts';
import { bytesText } from '../../shared/words/bytes-words.ts';
import { useAsk } from '../../ui/ask.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/controls.tsx';
import { FieldError } from '../../ui/field-parts.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { ProgressBar } from '../../ui/surfaces.tsx';
import { PICTURE_KINDS, type PictureProblem, scalePicture } from './scale-picture.ts';
import { SettingsPage } from './settings-frame.tsx';

interface NewPicture {
  picture: Blob;
  address: string;
  originalBytes: number;
}

/** The stages from a chosen file to a changed picture. */
type Stage = 'choosing' | 'preparing' | 'ready' | 'sending';
const STAGES: readonly Stage[] = ['choosing', 'preparing', 'ready', 'sending'];

/** `/settings/picture`: choose or take a photo, preview it, send it, or remove the picture. */
export function PicturePage() {
  const { t } = useMessages();
  const { user } = useSignIn();
  if (user === null) return null;
  return (
    <SettingsPage section="picture" title={t('settings.picture-title')} needsServer>
      <p className="settings-lead">{t('settings.picture-text')}</p>
      <Picture user={user} />
    </SettingsPage>
  );
}

/** Holds the chosen picture and revokes its object URL when another one is chosen. */
function useNewPicture() {
  const [chosen, setChosen] = useState<NewPicture | null>(null);
  useEffect(
    () => () => {
      if (chosen !== null) URL.revokeObjectURL(chosen.address);
    },
    [chosen],
  );
  return [chosen, setChosen] as const;
}

function Picture({ user }: { user: UserBody }) {
  const { t } = useMessages();
  const { userChanged } = useSignIn();
  const { confirm } = useAsk();
  const { notify } = useNotices();
  const refused = useRefusal();
  const [stage, setStage] = useState<Stage>('choosing');
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const [chosen, setChosen] = useNewPicture();

  const choose = async (file: File) => {
    setProblem(null);
    setStage('preparing');
    const scaled = await scalePicture(file);
    if (!scaled.ok) {
      setProblem(scaled.code);
      setStage(chosen === null ? 'choosing' : 'ready');
      return;
    }
    const address = URL.createObjectURL(scaled.picture);
    setChosen({ picture: scaled.picture, address, originalBytes: file.size });
    setStage('ready');
  };
  const change = async (call: () => Promise<UserBody>, done: string) => {
    const before = stage;
    setStage('sending');
    try {
      userChanged(await call());
      setChosen(null);
      setStage('choosing');
      notify({ text: done });
    } catch (cause) {
      setStage(before);
      refused(cause, { title: t('settings.picture-failed') });
    }
  };
  const remove = async () => {
    const sure = await confirm({
      title: t('settings.picture-remove-question'),
      body: t('settings.picture-remove-what'),
      yes: t('settings.picture-remove'),
      danger: true,
    });
    if (sure) await change(removePicture, t('settings.picture-removed'));
  };
  const isBusy = stage === 'sending' || stage === 'preparing';

  return (
    <div className="card settings-form">
      <Frame user={user} chosen={chosen} />
      {isBusy ? <Progress stage={stage} /> : null}
      {problem === null ? null : (
        <div role="alert">
          <FieldError>{t(`settings.picture-${problem}`)}</FieldError>
        </div>
      )}
      {chosen === null ? null : (
        <Button
          kind="primary"
          wide
          disabled={isBusy}
          onClick={() =>
            void change(() => uploadPicture(chosen.picture), t('settings.picture-saved'))
          }
        >
          {t('settings.picture-upload')}
        </Button>
      )}
      <div className="stack-2">
        <FileButton
          main={chosen === null}
          icon="add"
          disabled={isBusy}
          onFile={(file) => void choose(file)}
        >
          {t(chosen === null ? 'settings.picture-choose' : 'settings.picture-other')}
        </FileButton>
        <FileButton capture icon="person" disabled={isBusy} onFile={(file) => void choose(file)}>
          {t('settings.picture-take')}
        </FileButton>
        <p className="hint">{t('settings.picture-kinds')}</p>
      </div>
      {user.profileImageURL === null || chosen !== null ? null : (
        <Button kind="danger" wide icon="remove" disabled={isBusy} onClick={() => void remove()}>
          {t('settings.picture-remove')}
        </Button>
      )}
    </div>
  );
}

function Progress({ stage }: { stage: Stage }) {
  const { t } = useMessages();
  return (
    <div className="stack-2">
      <p role="status">
        {t(stage === 'sending' ? 'settings.picture-uploading' : 'settings.picture-preparing')}
      </p>
      <ProgressBar
        value={STAGES.indexOf(stage)}
        max={STAGES.length}
        label={t('settings.picture-progress')}
      />
    </div>
  );
}

function Frame({ user, chosen }: { user: UserBody; chosen: NewPicture | null }) {
  const { t, language } = useMessages();
  if (chosen !== null) {
    const sizes = {
      from: bytesText(chosen.originalBytes, language),
      to: bytesText(chosen.picture.size, language),
    };
    return (
      <figure className="picture-frame">
        <img src={chosen.address} alt={t('settings.picture-new')} />
        <figcaption className="small muted">{t('settings.picture-size', sizes)}</figcaption>
      </figure>
    );
  }
  return (
    <figure className="picture-frame">
      <Avatar name={user.displayName} picture={user.profileImageURL} />
      <figcaption className="small muted">
        {t(user.profileImageURL === null ? 'settings.picture-none' : 'settings.picture-now')}
      </figcaption>
    </figure>
  );
}

/** A button that is a file input, with the browser's own dialog and keyboard use. */
function FileButton({
  main,
  capture,
  icon,
  disabled,
  onFile,
  children,
}: {
  main?: boolean;
  /** Opens the camera on a phone. */
  capture?: boolean;
  icon: IconName;
  disabled: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}) {
  const look = `btn btn-wide file-choice ${main ? 'btn-1' : 'btn-2'}${capture ? ' only-camera' : ''}`;
  return (
    <label className={look} aria-disabled={disabled}>
      <Icon name={icon} />
      {children}
      <input
        type="file"
        accept={PICTURE_KINDS.join()}
        {...(capture ? { capture: 'user' } : {})}
        disabled={disabled}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Choosing the same file again must be a change too.
          target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}
