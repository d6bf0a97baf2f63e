import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { useOnline } from '../../data/online.ts';
import { pathTo } from '../../shared/navigation/feature.ts';
import { Page } from '../../shared/navigation/page.tsx';
import { homePath } from '../../shared/navigation/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { GUIDE, GUIDE_PARTS, type GuidePart, type GuideSection, isGuidePart } from './contents.ts';
import { guide } from './feature.ts';
import { PICTURE } from './picture-size.ts';
import './guide.css';

const partPath = (part: GuidePart) => pathTo(guide.pages.part, { part });

/** `/guide`: the three guides. */
export function GuidePage() {
  const { t } = useMessages();
  return (
    <Page title={t('guide.title')} width="read" back={homePath()}>
      <p className="guide-lead">{t('guide.lead')}</p>
      <ul className="card card-flush guide-parts">
        {GUIDE_PARTS.map((part) => (
          <li key={part}>
            <Link className="lrow" to={partPath(part)}>
              <span className="grow">
                <span className="t">{t(`guide.${part}`)}</span>
                <span className="d">{GUIDE[part].map(({ title }) => t(title)).join(' · ')}</span>
              </span>
              <Icon name="next" className="chev" />
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** `/guide/:part`: one of them, on one page. */
export function GuidePartPage() {
  const { t } = useMessages();
  const { part } = useParams();
  if (!isGuidePart(part)) return <Navigate to={guide.pages.guide.at} replace />;
  return (
    <Page title={t(`guide.${part}`)} width="read" back={guide.pages.guide.at}>
      <div className="stack guide">
        {GUIDE[part].map((section) => (
          <Section key={section.id} section={section} />
        ))}
        <p className="guide-doubt">
          <Icon name="info" small />
          <span>{t('guide.doubt')}</span>
        </p>
      </div>
    </Page>
  );
}

/**
 * A picture of the screen that a section is about. No device keeps it: without a connection, or when it
 * does not come, the text stands alone.
 */
function Picture({ id, shows }: { id: string; shows: string }) {
  const { language } = useMessages();
  const isOnline = useOnline();
  const [hasFailed, setHasFailed] = useState(false);
  if (!isOnline || hasFailed) return null;
  return (
    <img
      className="guide-picture"
      src={`/guide/${language}/${id}.webp`}
      alt={shows}
      {...PICTURE}
      loading="lazy"
      onError={() => setHasFailed(true)}
    />
  );
}

function Section({ section: { id, title, lines, picture } }: { section: GuideSection }) {
  const { t } = useMessages();
  return (
    <section className="card" aria-labelledby={`guide-${id}`}>
      <h2 className="h2" id={`guide-${id}`}>
        {t(title)}
      </h2>
      <ol>
        {lines.map((line) => (
          <li key={line}>{t(line)}</li>
        ))}
      </ol>
      {picture !== undefined && <Picture id={id} shows={t(picture)} />}
    </section>
  );
}
