import { LANGUAGES } from '@crece/messages';
import type { LocalUnit } from '@crece/storage';
import { useState } from 'react';
import { useMessages } from '../data/messages.tsx';
import { useLoaded } from '../data/use-loaded.ts';
import { Page } from '../shared/navigation/page.tsx';
import { SegmentedControl } from '../ui/choices.tsx';
import { ControlsPart, FieldsPart, MarksPart, StatesPart } from './component-parts.tsx';
import { ChartsPart, MothersPart, ResultPart, RowsPart, VerdictsPart } from './feature-parts.tsx';
import './gallery.css';
import { galleryUnit, openGalleryUnit } from './gallery-data.ts';
import { SyncPart } from './sync-parts.tsx';
import { BackupPart, WaitingPart } from './waiting-parts.tsx';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const PARTS = [
  'marks',
  'controls',
  'fields',
  'states',
  'rows',
  'verdicts',
  'result',
  'charts',
  'mothers',
  'sync',
  'waiting',
  'backup',
] as const;

function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>('system');
  return [
    theme,
    (next) => {
      setTheme(next);
      if (next === 'system') delete document.documentElement.dataset['theme'];
      else document.documentElement.dataset['theme'] = next;
    },
  ];
}

/**
 * Every card, chart, row and form part in every state, for people who build or review them. It
 * exists in development only, so its own few words are English.
 */
export function GalleryPage({ open = openGalleryUnit }: { open?: () => Promise<LocalUnit> }) {
  const unit = useLoaded(() => galleryUnit(open), [open]);
  const { language, setLanguage } = useMessages();
  const [theme, setTheme] = useTheme();
  return (
    <Page title="Gallery" subtitle="Development only">
      <div className="gallery">
        <div className="gallery-tools">
          <SegmentedControl
            label="Language"
            hideLabel
            value={language}
            options={LANGUAGES.map((value) => ({ value, label: value }))}
            onChange={(event) =>
              setLanguage(LANGUAGES.find((each) => each === event.target.value) ?? 'en')
            }
          />
          <SegmentedControl
            label="Theme"
            hideLabel
            value={theme}
            options={THEMES.map((value) => ({ value, label: value }))}
            onChange={(event) =>
              setTheme(THEMES.find((value) => value === event.target.value) ?? 'system')
            }
          />
          <nav aria-label="Parts" className="gallery-index">
            {PARTS.map((part) => (
              <a key={part} href={`#${part}`}>
                {part}
              </a>
            ))}
          </nav>
        </div>
        <MarksPart />
        <ControlsPart />
        <FieldsPart />
        <StatesPart />
        <RowsPart />
        <VerdictsPart />
        {unit && <ResultPart unit={unit} />}
        <ChartsPart />
        {unit && (
          <>
            <MothersPart unit={unit} />
            <SyncPart unit={unit} />
            <WaitingPart unit={unit} />
          </>
        )}
        <BackupPart />
      </div>
    </Page>
  );
}
