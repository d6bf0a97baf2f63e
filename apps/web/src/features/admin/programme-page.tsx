import {
  DEFAULT_PROGRAMME_SETTINGS,
  FIGURE_LIMITS,
  type FigureSetting,
  maySetProgramme,
  NEXT_VISIT_SETTINGS,
  type ProgrammeSettings,
  settingChanges,
  settingFigureOf,
} from '@crece/domain';
import type { MessageKey } from '@crece/messages';
import { fetchProgramme, saveProgramme } from '../../api/admin.ts';
import { useConfig } from '../../data/config.tsx';
import { useMessages } from '../../data/messages.tsx';
import { useSession } from '../../data/session.tsx';
import { type CheckedForm, useCheckedForm } from '../../shared/forms/use-checked-form.ts';
import { SegmentedControl } from '../../ui/choices.tsx';
import { TextField } from '../../ui/fields.tsx';
import { IconNote } from '../../ui/icon-note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { AdminPage, Answered } from './admin-page.tsx';
import { programmePath } from './admin-paths.ts';
import { AtRiskField } from './at-risk-field.tsx';
import { ConsentFields } from './consent-fields.tsx';
import { FamilyTextFields } from './family-text-fields.tsx';
import { AdminFormPage, useFormSubmit, useNewer } from './form-page.tsx';
import { useIssueSentence } from './issue-words.ts';
import { LastChange } from './last-change.tsx';
import { ChangedMeanwhile, type Difference } from './meanwhile.tsx';
import {
  checkProgrammeDraft,
  draftOfProgramme,
  type ProgrammeDraft,
  type ProgrammeRequest,
  typedSettings,
} from './programme-form.ts';
import { useSettingWords } from './setting-words.ts';
import { SupplementFields } from './supplement-fields.tsx';
import { TextFields } from './text-fields.tsx';
import { useServerData } from './use-server-data.ts';

type ProgrammeForm = CheckedForm<ProgrammeDraft, ProgrammeRequest>;

/** `/admin/programme`: the settings of an organisation for all its places. */
export function ProgrammePage() {
  const { t } = useMessages();
  const answer = useServerData(programmePath(), fetchProgramme);
  const { data, replace } = answer;
  if (data !== null) {
    // New settings from the server mount a new form.
    return <SettingsForm key={JSON.stringify(data)} settings={data} onSettings={replace} />;
  }
  return (
    <AdminPage section="programme" title={t('admin.programme-title')} width="read">
      <Answered from={answer}>{() => null}</Answered>
    </AdminPage>
  );
}

/** The cards of the settings that are texts: the summary of what is wrong names them. */
const TITLES: ReadonlyMap<string, MessageKey> = new Map([
  ['announcement', 'admin.announcement-title'],
  ['household', 'admin.household-title'],
  ['consent', 'admin.consent-title'],
  ['familyTexts', 'admin.family-title'],
  ['supplements', 'admin.supplements-title'],
]);

/** A figure with its explanation, its limits and its default. */
function FigureField({ form, name }: { form: ProgrammeForm; name: FigureSetting }) {
  const { t } = useMessages();
  const { min, max } = FIGURE_LIMITS[name];
  const standard = settingFigureOf(DEFAULT_PROGRAMME_SETTINGS, name);
  return (
    <TextField
      label={t(`admin.programme.${name}`)}
      hint={`${t(`admin.programme-hint.${name}`)} ${t('admin.programme-limits', { min, max, standard })}`}
      inputMode="decimal"
      {...form.field(name)}
    />
  );
}

/** Returns a function that lists the settings whose value on the server differs from the typed one. */
function useDifferences() {
  const { label, shown } = useSettingWords();
  return (now: ProgrammeSettings, typed: ProgrammeDraft): readonly Difference[] =>
    settingChanges(now, typedSettings(typed)).map(({ name, before, after }) => ({
      label: label(name),
      theirs: shown(name, before),
      mine: shown(name, after),
    }));
}

function Fields({ form }: { form: ProgrammeForm }) {
  const { t } = useMessages();
  return (
    <>
      <Card title={t('admin.programme-guidance-title')} className="stack">
        <SegmentedControl
          label={t('admin.programme.guidanceShown')}
          hint={t('admin.programme-hint.guidanceShown')}
          options={[
            { value: 'yes', label: t('admin.programme-shown') },
            { value: 'no', label: t('admin.programme-hidden') },
          ]}
          {...form.field('guidanceShown')}
        />
        <FigureField form={form} name="infantMuacLine" />
      </Card>
      <Card title={t('admin.programme-food-title')} className="stack">
        <TextField
          label={t('admin.programme.severeAmount')}
          hint={t('admin.programme-hint.severeAmount')}
          {...form.field('severeAmount')}
        />
      </Card>
      <Card title={t('admin.supplements-title')} className="stack">
        <p className="hint">{t('admin.supplements-hint')}</p>
        <SupplementFields form={form} />
      </Card>
      <Card title={t('admin.at-risk-title')} className="stack">
        <AtRiskField form={form} />
      </Card>
      <Card title={t('admin.programme-visits-title')} className="stack">
        <p className="hint">{t('admin.programme-visits-text')}</p>
        {NEXT_VISIT_SETTINGS.map((name) => (
          <FigureField key={name} form={form} name={name} />
        ))}
      </Card>
      <Card title={t('admin.announcement-title')} className="stack">
        <p className="hint">{t('admin.announcement-hint')}</p>
        <TextFields form={form} name="announcement" />
      </Card>
      <Card title={t('admin.household-title')} className="stack">
        <p className="hint">{t('admin.household-hint')}</p>
        <TextFields form={form} name="household" />
      </Card>
      <Card title={t('admin.consent-title')} className="stack">
        <p className="hint">{t('admin.consent-hint')}</p>
        <ConsentFields form={form} />
      </Card>
      <Card title={t('admin.family-title')} className="stack">
        <FamilyTextFields form={form} />
      </Card>
      <Card title={t('admin.retention-title')} className="stack">
        <FigureField form={form} name="fileDays" />
        <TextField
          label={t('admin.programme.auditDays')}
          hint={t('admin.programme-hint.auditDays', {
            min: FIGURE_LIMITS.auditDays.min,
            max: FIGURE_LIMITS.auditDays.max,
          })}
          inputMode="numeric"
          {...form.field('auditDays')}
        />
      </Card>
      <Card title={t('admin.programme-desk-title')} className="stack">
        <FigureField form={form} name="coverageGoal" />
      </Card>
      <Card title={t('erasures.term-title')} className="stack">
        <TextField
          label={t('admin.programme.graduatesKeptYears')}
          hint={t('erasures.term-hint')}
          inputMode="numeric"
          {...form.field('graduatesKeptYears')}
        />
      </Card>
    </>
  );
}

function SettingsForm({
  settings,
  onSettings,
}: {
  settings: ProgrammeSettings;
  onSettings: (settings: ProgrammeSettings) => void;
}) {
  const { t, number } = useMessages();
  const { notify } = useNotices();
  const { keepProgramme } = useConfig();
  const sentence = useIssueSentence();
  const { label } = useSettingWords();
  const differences = useDifferences();
  const mayChange = maySetProgramme(useSession());
  const { newer, store } = useNewer(() => fetchProgramme());
  const form = useCheckedForm<ProgrammeDraft, ProgrammeRequest>({
    formKey: mayChange ? 'admin-programme' : null,
    defaults: draftOfProgramme(settings, number),
    check: checkProgrammeDraft,
    // Many figures share their sentences: the summary tells them apart by their names.
    sentence: (issue) => {
      const { field = '' } = issue;
      const said = sentence(issue);
      if (Object.hasOwn(FIGURE_LIMITS, field)) return `${label(field)}: ${said}`;
      const title = TITLES.get(field);
      return title === undefined ? said : `${t(title)}: ${said}`;
    },
  });
  const submit = useFormSubmit(
    form,
    t('admin.programme-failed'),
  )(async (request) => {
    const saved = await store(() => saveProgramme(request));
    if (saved === null) return;
    await form.draft.discard();
    keepProgramme({ ...saved.settings, number: saved.number });
    notify({ text: t('admin.programme-saved') });
    onSettings(saved.settings);
  });
  const meanwhile =
    newer === null ? null : (
      <ChangedMeanwhile
        title={t('admin.programme-failed')}
        differences={differences(newer, form.hook.getValues())}
        saving={form.saving}
        onMine={() => {
          form.hook.setValue('was', JSON.stringify(newer), { shouldDirty: true });
          submit();
        }}
        onTheirs={() => void form.draft.discard().then(() => onSettings(newer))}
      >
        <p>{t('admin.programme-changed-meanwhile')}</p>
      </ChangedMeanwhile>
    );

  return (
    <AdminFormPage
      section="programme"
      title={t('admin.programme-title')}
      form={form}
      first="infantMuacLine"
      onSubmit={submit}
      isReadOnly={!mayChange}
      notice={
        <>
          {meanwhile}
          <p className="admin-intro">{t('admin.programme-intro')}</p>
          {mayChange ? (
            <LastChange settings={settings} onSettings={onSettings} />
          ) : (
            <IconNote className="admin-offline" icon="lock">
              {t('admin.programme-limited')}
            </IconNote>
          )}
        </>
      }
    >
      <fieldset className="stack" disabled={!mayChange}>
        <Fields form={form} />
      </fieldset>
    </AdminFormPage>
  );
}
