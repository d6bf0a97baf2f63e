// The guides' steps, done exactly in a copy: nothing else may be needed. Each takes half a minute.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pseudo } from './pseudo.ts';
import { aWalk, type Walk } from './walk.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MESSAGES = 'packages/messages/src';
const WEB = 'apps/web/src';

/** The number of files that the guide says its steps change. */
function filesSaid(guide: string): number {
  const text = readFileSync(join(ROOT, 'docs/how-to', guide), 'utf8');
  return Number(/^## Walked$[\s\S]*?: (\d+) \(/m.exec(text)?.[1]);
}

function startWalk(): Walk {
  const walk = aWalk();
  onTestFinished(walk.remove);
  return walk;
}

function addAnswer({ insert, addSentences }: Walk): void {
  const before = "  visitedDoctor: { kind: 'answer', by: 'person', part: 'family-health-plan' },\n";
  insert(
    'packages/domain/src/fields/screening-table.ts',
    before,
    before.replace('visitedDoctor', 'dewormed'),
  );
  for (const language of ['en', 'es']) {
    addSentences(`${WEB}/features/screenings/screenings.${language}.json`, {
      'screenings.answer.dewormed': `Dewormed? (${language})`,
      'screenings.answer.dewormed.yes': `Dewormed (${language})`,
      'screenings.answer.dewormed.no': `Not dewormed (${language})`,
    });
    addSentences(`${WEB}/features/conflicts/waiting.${language}.json`, {
      'waiting.field.dewormed': `deworming (${language})`,
      'waiting.question.dewormed': `Was {name} dewormed? (${language})`,
    });
  }
  const test = 'packages/domain/src/fields/tables.test.ts';
  insert(test, "      'ageOverride',\n      'comments',\n", "      'dewormed',\n");
  insert(test, "'followFamilyHealthPlan visitedDoctor ", 'dewormed ');
  insert(
    test,
    "      ['visitedDoctor', 'family-health-plan'],\n",
    "      ['dewormed', 'family-health-plan'],\n",
  );
}

/** The files written by hand; the translated sentences are generated. */
function addLanguage({ read, filesIn, change, addSentences, copyFolder }: Walk): void {
  const english = [WEB, MESSAGES].flatMap((folder) =>
    filesIn(folder).filter((file) => file.endsWith('.en.json')),
  );
  for (const file of english) {
    const sentences = Object.entries(JSON.parse(read(file)) as Record<string, string>);
    addSentences(
      file.replace('.en.', '.qps.'),
      Object.fromEntries(sentences.map(([key, text]) => [key, pseudo(text)])),
    );
  }
  for (const language of ['en', 'es', 'qps']) {
    addSentences(`${WEB}/features/reports/reports.${language}.json`, {
      'reports.language.qps': `Made up (${language})`,
    });
    addSentences(`${WEB}/features/admin/admin.${language}.json`, {
      'admin.programme-text.qps': `Text made up (${language})`,
      'admin.text.announcement.qps': `Announcement made up (${language})`,
      'admin.text.household.qps': `Word made up (${language})`,
    });
  }
  change('packages/domain/src/base/languages.ts', (text) =>
    text.replace("['en', 'es']", "['en', 'es', 'qps']"),
  );
  change(`${MESSAGES}/language.ts`, (text) =>
    text
      .replace("es: 'es' }", "es: 'es', qps: 'en' }")
      .replace("es: 'Español' }", "es: 'Español', qps: 'Pséüdö' }"),
  );
  change(`${MESSAGES}/apart.ts`, (text) =>
    text
      .replace(
        /^import (\w+)Es from .*\n/gm,
        (line, name: string) =>
          line + line.replace(`${name}Es`, `${name}Qps`).replace('.es.json', '.qps.json'),
      )
      .replace(/es: (\w+)Es \}/g, 'es: $1Es, qps: $1Qps }'),
  );
  // Stands for `npm run pictures`, which draws them from the screens in the new language.
  copyFolder('apps/web/public/guide/en', 'apps/web/public/guide/qps');
  change('apps/web/public/browser-check.js', (text) =>
    text.replace("['en', 'es']", "['en', 'es', 'qps']"),
  );
  change('apps/web/index.html', (text) =>
    text.replace(
      /^ *<p class="waiting" lang="es">.*\n/m,
      (line) => line + line.replace('"es"', '"qps"'),
    ),
  );
  change(`${WEB}/ui/styles/header.css`, (text) =>
    text.replace(
      /^:lang\(es\)(.*)\{$/m,
      ':lang(es)$1,\n:lang(qps) > .first-paint .waiting:not([lang="qps"]) {',
    ),
  );
}

function addRole({ change, addSentences }: Walk): void {
  const allowed = /'?(?:see-places|edit-[a-z]+|report-unit|own-settings)'?:/;
  change('packages/domain/src/permissions/permissions.ts', (text) =>
    text
      .replace("'phl-pilot'] as const", "'phl-pilot', 'coach'] as const")
      .replace('  pilot: Allowed,\n', '  pilot: Allowed,\n  coach: Allowed,\n')
      .replace("'phl-pilot': pilot })", "'phl-pilot': pilot, coach })")
      .replace(/^ .*: row\(.*(?=\),$)/gm, (row) => `${row}, '${allowed.test(row) ? 'yes' : 'no'}'`),
  );
  change('packages/domain/src/permissions/permissions.test.ts', (text) =>
    text.replace(/^ .*: '[y-]{5}(?= [y-]',$)/gm, (row) => row + (allowed.test(row) ? 'y' : '-')),
  );
  change('apps/web/src/app/features.test.ts', (text) =>
    text.replace(
      /'\/(?:children\/(?:reports?|desk)|settings)\b[^']*': \[[^\]]*'(?:admin|phl-pilot)'(?=,?\s*\])/g,
      (row) => `${row}, 'coach'`,
    ),
  );
  for (const language of ['en', 'es']) {
    addSentences(`${WEB}/features/admin/admin.${language}.json`, {
      'admin.role.coach': `coach (${language})`,
      'admin.role-allows.coach': `Sees the reports of the units (${language}).`,
    });
    addSentences(`${WEB}/features/settings/settings.${language}.json`, {
      'settings.role-coach': `Coach (${language})`,
      'settings.role-coach-text': `Sees the reports (${language}).`,
    });
  }
}

function addPage({ insert, change, addSentences, add }: Walk): void {
  const due = 'apps/web/src/features/due';
  add(
    `${due}/ward-page.tsx`,
    [
      "import { useMessages } from '../../data/messages.tsx';",
      "import { homePath } from '../../shared/navigation/paths.ts';",
      "import { Page } from '../../shared/navigation/page.tsx';",
      '',
      'export function WardPage() {',
      '  const { t } = useMessages();',
      "  return <Page title={t('due.ward-title')} back={homePath()}>{t('due.ward-text')}</Page>;",
      '}',
      '',
    ].join('\n'),
  );
  insert(`${due}/feature.ts`, 'pages: {\n', "    ward: { at: '/children/due-ward/:ward' },\n");
  insert(
    `${due}/pages.ts`,
    'PAGES = {\n',
    "  ward: async () => (await import('./ward-page.tsx')).WardPage,\n",
  );
  for (const language of ['en', 'es']) {
    addSentences(`${WEB}/features/due/due.${language}.json`, {
      'due.ward-title': `A ward (${language})`,
      'due.ward-text': `Everybody who lives here (${language})`,
    });
  }
  change('apps/web/src/app/features.test.ts', (text) =>
    text.replace(/toHaveLength\((\d+)\)/, (_, count) => `toHaveLength(${Number(count) + 1})`),
  );
  insert(
    'apps/web/src/app/route-pages.test.tsx',
    ', text: string]>> = {\n',
    "  '/children/due-ward/:ward': ['A ward (en)', 'Everybody who lives here'],\n",
  );
}

function addColumn({ insert, change }: Walk): void {
  const projection = 'packages/storage/src/unit/projection';
  insert(`${projection}/types.ts`, '  mother?: string;\n', '  father?: string;\n');
  insert(`${projection}/rows.ts`, '    mother: child.mother,\n', '    father: child.father,\n');
  insert(`${projection}/row-codec.ts`, "  mother: 'plain',\n", "  father: 'plain',\n");
  change(`${projection}/stored-projection.ts`, (text) =>
    text.replace(/(?<=PROJECTION_VERSION = )\d+/, (version) => String(Number(version) + 1)),
  );
  insert(`${projection}/row-codec.test.ts`, "  mother: 'Elena',\n", "  father: 'Byron',\n");
  change(`${WEB}/shared/children/child-row-words.ts`, (text) =>
    text.replace('[row.mother, isWide', '[row.mother, isWide ? row.father : undefined, isWide'),
  );
  insert(`${WEB}/shared/children/child-row-words.test.ts`, "'Elena Xicay · ", 'Tomás Xicay · ');
}

describe('pseudo', () => {
  it('leaves arguments and ICU keywords unchanged, and makes the rest longer', () => {
    expect(pseudo('Save {name}')).toBe('Sávé {name} ~~');
    expect(pseudo('{count, plural, one {# day} other {# days}}')).toMatch(
      /^\{count, plural, one \{# dáy\} other \{# dáys\}\} ~+$/,
    );
    expect(pseudo('{a} · {b}')).toBe('{a} · {b}');
  });
});

describe.runIf(process.env['CRECE_DEEP'] === '1')(
  'following the guide',
  { timeout: 600_000 },
  () => {
    it('adds a yes/no answer to the screening', () => {
      const walk = startWalk();
      addAnswer(walk);
      expect(walk.compile()).toBe('');
      expect(
        walk.test('node', 'packages/domain/src/fields', 'apps/web/build/sentences.test.ts'),
      ).toBe('');
      // The form shows it, the history names it, and a conflict between two phones asks about it.
      expect(
        walk.test(
          'web',
          'apps/web/src/features/screenings/screening-form-page.test.tsx',
          'apps/web/src/features/conflicts',
        ),
      ).toBe('');
      expect(walk.touched()).toHaveLength(filesSaid('add-a-field.md'));
    });

    it('adds a language', () => {
      const walk = startWalk();
      addLanguage(walk);
      expect(walk.compile()).toBe('');
      expect(
        walk.test(
          'node',
          'packages/messages',
          'apps/web/build',
          'apps/server/src/accounts/request-language.test.ts',
        ),
      ).toBe('');
      expect(
        walk.test(
          'web',
          'apps/web/src/shared/navigation/header-tools.test.tsx',
          'apps/web/src/offline/browser-check.test.ts',
        ),
      ).toBe('');
      const byHand = walk.touched().filter((file) => !file.endsWith('.json'));
      expect(byHand).toHaveLength(filesSaid('add-a-language.md'));
    });

    it('adds a role', () => {
      const walk = startWalk();
      addRole(walk);
      expect(walk.compile()).toBe('');
      expect(
        walk.test(
          'node',
          'packages/domain/src/permissions',
          'apps/server/src/http/permission-matrix.test.ts',
          'apps/server/src/docs',
        ),
      ).toBe('');
      expect(walk.test('web', 'apps/web/src/features/admin', 'apps/web/src/app/route')).toBe('');
      expect(walk.touched()).toHaveLength(filesSaid('add-a-role.md'));
    });

    it('adds a page', () => {
      const walk = startWalk();
      addPage(walk);
      expect(walk.compile()).toBe('');
      expect(walk.test('node', 'apps/web/build/sentences.test.ts')).toBe('');
      expect(
        walk.test(
          'web',
          'apps/web/src/app/features.test.ts',
          'apps/web/src/app/route-pages.test.tsx',
        ),
      ).toBe('');
      expect(walk.touched()).toHaveLength(filesSaid('add-a-page.md'));
    });

    it('adds a column of the list', () => {
      const walk = startWalk();
      addColumn(walk);
      expect(walk.compile()).toBe('');
      expect(walk.test('web', 'apps/web/src/shared/children')).toBe('');
      expect(walk.touched()).toHaveLength(filesSaid('add-a-column-of-the-list.md'));
    });
  },
);
