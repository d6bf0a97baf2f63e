// The guides' steps, done exactly in a copy: nothing else may be needed. Each takes half a minute.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pseudo } from './pseudo.ts';
import { aWalk, type Walk } from './walk.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MESSAGES = 'packages/messages/src';

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
    addSentences(`${MESSAGES}/${language}/screenings.json`, {
      'screenings.answer.dewormed': `Dewormed? (${language})`,
      'screenings.answer.dewormed.yes': `Dewormed (${language})`,
      'screenings.answer.dewormed.no': `Not dewormed (${language})`,
    });
    addSentences(`${MESSAGES}/${language}/waiting.json`, {
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
function addLanguage({ read, filesIn, change, insert, addSentences }: Walk): void {
  const put = (file: string, text: string) => {
    addSentences(file, {});
    change(file, () => text);
  };
  for (const file of filesIn(`${MESSAGES}/en`)) {
    const english = JSON.parse(read(`${MESSAGES}/en/${file}`)) as Record<string, string>;
    const sentences = Object.entries(english).map(([key, text]) => [key, pseudo(text)]);
    addSentences(`${MESSAGES}/qps/${file}`, Object.fromEntries(sentences));
  }
  for (const tier of ['rest', 'guidance', 'sync', 'accounts', 'admin', 'desk']) {
    const spanish = read(`${MESSAGES}/spanish-${tier}.ts`);
    put(
      `${MESSAGES}/pseudo-${tier}.ts`,
      spanish.replaceAll('./es/', './qps/').replaceAll('SPANISH', 'PSEUDO'),
    );
  }
  change(`${MESSAGES}/language.ts`, (text) => {
    const [loaders = ''] = /^ {2}es: \{[\s\S]*?^ {2}\},\n/m.exec(text) ?? [];
    return text
      .replace(
        loaders,
        (es) =>
          es +
          es.replace('es:', 'qps:').replaceAll('spanish', 'pseudo').replaceAll('SPANISH', 'PSEUDO'),
      )
      .replace("['en', 'es']", "['en', 'es', 'qps']")
      .replace("es: 'es' }", "es: 'es', qps: 'en' }")
      .replace("es: 'Español' }", "es: 'Español', qps: 'Pséüdö' }");
  });
  for (const [door, file, line] of [
    ['mail', 'mail', '  qps: pseudo,\n'],
    ['job-words', 'jobs', '  qps: pseudo,\n'],
    ['import-words', 'imports', '  qps: pseudo,\n'],
    ['report-words', 'report-words', '  qps: wordsOf(pseudo),\n'],
  ] as const) {
    const spanish = `import spanish from './es/${file}.json' with { type: 'json' };\n`;
    insert(
      `${MESSAGES}/${door}.ts`,
      spanish,
      spanish.replace('spanish', 'pseudo').replace('/es/', '/qps/'),
    );
    insert(`${MESSAGES}/${door}.ts`, line.replace('qps', 'es').replace('pseudo', 'spanish'), line);
  }
  for (const language of ['en', 'es', 'qps']) {
    addSentences(`${MESSAGES}/${language}/reports.json`, {
      'reports.language.qps': `Made up (${language})`,
    });
  }
  insert(`${MESSAGES}/language.test.ts`, "      'en',\n      'es',\n", "      'qps',\n");
  change(`${MESSAGES}/language.test.ts`, (text) =>
    text.replace("'fr', '', null", "'qps', '', null"),
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
    addSentences(`${MESSAGES}/${language}/admin.json`, {
      'admin.role.coach': `coach (${language})`,
      'admin.role-allows.coach': `Sees the reports of the units (${language}).`,
    });
    addSentences(`${MESSAGES}/${language}/settings.json`, {
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
    addSentences(`${MESSAGES}/${language}/due.json`, {
      'due.ward-title': `A ward (${language})`,
      'due.ward-text': `Everybody who lives here (${language})`,
    });
  }
  change('apps/web/src/app/features.test.ts', (text) =>
    text.replace(/toHaveLength\((\d+)\)/, (_, count) => `toHaveLength(${Number(count) + 1})`),
  );
  insert(
    'apps/web/src/app/route-pages.test.tsx',
    'const PAGES: Readonly<Record<RoutePattern, readonly [title: string, text: string]>> = {\n',
    "  '/children/due-ward/:ward': ['A ward (en)', 'Everybody who lives here'],\n",
  );
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
        walk.test('node', 'packages/domain/src/fields', 'packages/messages/src/sentences.test.ts'),
      ).toBe('');
      // The form shows it, the history names it, and a conflict between two phones asks about it.
      expect(
        walk.test(
          'web',
          'apps/web/src/features/screenings/screening-form-page.test.tsx',
          'apps/web/src/features/waiting',
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
      expect(walk.test('web', 'apps/web/src/shared/navigation/header-tools.test.tsx')).toBe('');
      const byHand = walk.touched().filter((file) => !file.startsWith(`${MESSAGES}/qps/`));
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
      expect(walk.test('node', 'packages/messages')).toBe('');
      expect(
        walk.test(
          'web',
          'apps/web/src/app/features.test.ts',
          'apps/web/src/app/route-pages.test.tsx',
        ),
      ).toBe('');
      expect(walk.touched()).toHaveLength(filesSaid('add-a-page.md'));
    });
  },
);
