import type { MessageKey } from '@crece/messages';

export type GuidePart = 'screen' | 'coordinate' | 'administrate';

export interface GuideSection {
  readonly id: string;
  readonly title: MessageKey;
  readonly lines: readonly MessageKey[];
  /** `guide.picture.<id>`: what its picture shows; that is `public/guide/<language>/<id>.webp`. */
  readonly picture?: MessageKey;
}

/** The parts of the guide in their order, each with its sections. */
export const GUIDE: Readonly<Record<GuidePart, readonly GuideSection[]>> = {
  screen: [
    {
      id: 'begin',
      title: 'guide.screen.begin',
      picture: 'guide.picture.begin',
      lines: [
        'guide.screen.begin.1',
        'guide.screen.begin.2',
        'guide.screen.begin.3',
        'guide.screen.begin.4',
      ],
    },
    {
      id: 'child',
      title: 'guide.screen.child',
      picture: 'guide.picture.child',
      lines: [
        'guide.screen.child.1',
        'guide.screen.child.2',
        'guide.screen.child.3',
        'guide.screen.child.4',
      ],
    },
    {
      id: 'measure',
      title: 'guide.screen.measure',
      picture: 'guide.picture.measure',
      lines: [
        'guide.screen.measure.1',
        'guide.screen.measure.2',
        'guide.screen.measure.3',
        'guide.screen.measure.4',
        'guide.screen.measure.5',
      ],
    },
    {
      id: 'result',
      title: 'guide.screen.result',
      picture: 'guide.picture.result',
      lines: [
        'guide.screen.result.1',
        'guide.screen.result.2',
        'guide.screen.result.3',
        'guide.screen.result.4',
        'guide.screen.result.5',
      ],
    },
    {
      id: 'refer',
      title: 'guide.screen.refer',
      picture: 'guide.picture.refer',
      lines: [
        'guide.screen.refer.1',
        'guide.screen.refer.2',
        'guide.screen.refer.3',
        'guide.screen.refer.4',
      ],
    },
    {
      id: 'keep',
      title: 'guide.screen.keep',
      lines: [
        'guide.screen.keep.1',
        'guide.screen.keep.2',
        'guide.screen.keep.3',
        'guide.screen.keep.4',
      ],
    },
  ],
  coordinate: [
    {
      id: 'sync',
      title: 'guide.coordinate.sync',
      lines: ['guide.coordinate.sync.1', 'guide.coordinate.sync.2', 'guide.coordinate.sync.3'],
    },
    {
      id: 'overview',
      title: 'guide.coordinate.overview',
      picture: 'guide.picture.overview',
      lines: [
        'guide.coordinate.overview.1',
        'guide.coordinate.overview.2',
        'guide.coordinate.overview.3',
      ],
    },
    {
      id: 'reports',
      title: 'guide.coordinate.reports',
      lines: [
        'guide.coordinate.reports.1',
        'guide.coordinate.reports.2',
        'guide.coordinate.reports.3',
      ],
    },
    {
      id: 'upload',
      title: 'guide.coordinate.upload',
      lines: ['guide.coordinate.upload.1', 'guide.coordinate.upload.2'],
    },
  ],
  administrate: [
    {
      id: 'people',
      title: 'guide.administrate.people',
      picture: 'guide.picture.people',
      lines: [
        'guide.administrate.people.1',
        'guide.administrate.people.2',
        'guide.administrate.people.3',
      ],
    },
    {
      id: 'phones',
      title: 'guide.administrate.phones',
      lines: ['guide.administrate.phones.1', 'guide.administrate.phones.2'],
    },
    {
      id: 'programme',
      title: 'guide.administrate.programme',
      lines: [
        'guide.administrate.programme.1',
        'guide.administrate.programme.2',
        'guide.administrate.programme.3',
      ],
    },
  ],
};

export const GUIDE_PARTS = Object.keys(GUIDE) as readonly GuidePart[];

export const isGuidePart = (name: string | undefined): name is GuidePart =>
  GUIDE_PARTS.some((part) => part === name);
