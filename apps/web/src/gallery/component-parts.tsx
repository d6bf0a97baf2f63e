import { MEMBER_STATUSES } from '@crece/domain';
import { useState } from 'react';
import { useMessages } from '../data/messages.tsx';
import { Ruler } from '../features/screenings/ruler.tsx';
import { Tape } from '../features/screenings/tape.tsx';
import { DraftNote, ErrorSummary } from '../shared/forms/form-parts.tsx';
import { useAsk } from '../ui/ask.tsx';
import { Blank, Waiting } from '../ui/blank.tsx';
import { RadioCards, SegmentedControl, YesNoField } from '../ui/choices.tsx';
import { Badge, Button, type ButtonKind, Chip, ChipRow, IconButton } from '../ui/controls.tsx';
import { DatePartsField } from '../ui/date-parts-field.tsx';
import { LastValue, NumberField, SelectField, TextArea, TextField } from '../ui/fields.tsx';
import { useNotices } from '../ui/notices.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { type MarkSize, StatusMark, StatusWord, type Tone } from '../ui/status-mark.tsx';
import { Card, Fold, ProgressBar } from '../ui/surfaces.tsx';
import { Part, Specimen } from './specimen.tsx';

const TONES = ['red', 'amber', 'green', 'grey'] as const satisfies readonly Tone[];
const SIZES = ['sm', 'md', 'lg', 'xl'] as const satisfies readonly MarkSize[];
const BUTTONS = [
  'primary',
  'second',
  'soft',
  'quiet',
  'danger',
] as const satisfies readonly ButtonKind[];
const TONE_WORDS = {
  red: 'assessment.word.Acute: supplements required',
  amber: 'assessment.word.At Risk: Come to next screening',
  green: 'assessment.word.Normal',
  grey: 'assessment.word.not-assessed',
} as const;

export function MarksPart() {
  const { t, number } = useMessages();
  return (
    <Part id="marks" title="Marks and words">
      {TONES.map((tone) => (
        <Specimen key={tone} name={tone}>
          <div className="row-wrap">
            {SIZES.map((size) => (
              <StatusMark key={size} tone={tone} size={size} />
            ))}
            <StatusWord tone={tone}>{t(TONE_WORDS[tone])}</StatusWord>
            <span className={`gallery-solid st-${tone}`}>
              <StatusMark tone={tone} size="lg" onSolid />
            </span>
          </div>
        </Specimen>
      ))}
      <Specimen name="MUAC and swelling">
        <div className="row-wrap">
          <StatusMark tone="red" glyph="tape" size="lg" />
          <StatusMark tone="red" glyph="swelling" size="lg" />
          <StatusMark tone="green" size="lg" full />
        </div>
      </Specimen>
      <Specimen name="Badges">
        <div className="row-wrap">
          {TONES.map((tone) => (
            <Badge key={tone} look="status" tone={tone} icon="tape">
              {t(TONE_WORDS[tone])}
            </Badge>
          ))}
          <Badge look="brand" icon="bowl">
            {t('children.supplement.sup')}
          </Badge>
          <Badge look="line">{t('children.overdue')}</Badge>
          <Badge>{t('children.only-on-device')}</Badge>
        </div>
      </Specimen>
      <Specimen name="MUAC tape">
        {[10.8, 11.5, 12.5].map((value) => (
          <Tape
            key={value}
            value={value}
            from={9}
            to={16}
            lines={[11.5, 12.5]}
            label={t('charts.muac.title')}
            words={[
              t('screenings.tape-severe'),
              t('screenings.tape-moderate'),
              t('screenings.tape-normal'),
            ]}
          />
        ))}
      </Specimen>
      <Specimen name="z ruler">
        <Ruler
          label={t('assessment.index.wl')}
          value={-2.08}
          valueText={number(-2.08, { decimals: 2 })}
          tone="red"
          bands={[
            { from: -4, to: -2, tone: 'red' },
            { from: -2, to: -1, tone: 'amber' },
            { from: -1, to: 3, tone: 'green' },
          ]}
          marks={[-3, -2, -1, 0].map((at) => ({ at, text: number(at) }))}
        />
      </Specimen>
    </Part>
  );
}

export function ControlsPart() {
  const { t } = useMessages();
  const [pressed, setPressed] = useState(0);
  const [search, setSearch] = useState('mar');
  return (
    <Part id="controls" title="Buttons, chips, surfaces">
      <Specimen name="Buttons">
        <div className="row-wrap">
          {BUTTONS.map((kind) => (
            <Button key={kind} kind={kind} icon="add">
              {kind}
            </Button>
          ))}
          <Button kind="primary" disabled>
            {t('common.saving')}
          </Button>
          <IconButton icon="edit" label={t('children.edit-title')} />
        </div>
      </Specimen>
      <Specimen name="Filters">
        <ChipRow label={t('children.filters')}>
          {TONES.map((tone, index) => (
            <Chip
              key={tone}
              tone={tone}
              count={String(index * 7)}
              pressed={pressed === index}
              onPress={() => setPressed(index)}
            >
              {t(TONE_WORDS[tone])}
            </Chip>
          ))}
        </ChipRow>
      </Specimen>
      <Specimen name="Search">
        <SearchField label={t('children.search')} value={search} onValue={setSearch} />
      </Specimen>
      <Specimen name="Card, fold, progress">
        <div className="stack">
          <Card title={t('children.more')}>{t('children.more-note')}</Card>
          <Fold title={t('children.more')} note={t('children.more-note')} icon="note">
            {t('children.mother-hint')}
          </Fold>
          <ProgressBar value={40} max={100} label={t('common.loading')} />
          <Waiting />
        </div>
      </Specimen>
    </Part>
  );
}

export function FieldsPart() {
  const { t } = useMessages();
  const member = MEMBER_STATUSES.map((value) => ({
    value,
    label: t(`children.member-status.${value}`),
  }));
  const gender = (['Girl', 'Boy'] as const).map((value) => ({
    value,
    label: t(`children.gender.${value}`),
    detail: t('children.mother-hint'),
  }));
  const required = t('children.issue.first-name-required');
  return (
    <Part id="fields" title="Fields">
      <Specimen name="Empty, with a hint">
        <TextField label={t('children.first-name')} hint={t('children.mother-hint')} />
      </Specimen>
      <Specimen name="Filled, optional">
        <TextField
          label={t('children.mother-name')}
          note={t('common.optional')}
          defaultValue="Rosa Ixcoy"
        />
      </Specimen>
      <Specimen name="Wrong">
        <TextField label={t('children.first-name')} error={required} />
      </Specimen>
      <Specimen name="Number beside the last visit">
        <NumberField
          label={t('assessment.index.muac')}
          unit={t('common.cm')}
          note="5.5–26.5"
          defaultValue="11.2"
          last={<LastValue when="12 Dec" value="12.0" delta="−0.8" direction="down" />}
        />
      </Specimen>
      <Specimen name="Number, wrong">
        <NumberField
          label={t('charts.weight.tab')}
          unit={t('common.kg')}
          defaultValue="81"
          error={required}
        />
      </Specimen>
      <Specimen name="Date and select">
        <div className="stack">
          <DatePartsField
            name="gallery-date"
            label={t('children.birth-date')}
            min="2021-05-08"
            max="2026-05-08"
            value="2024-05-08"
            onChange={() => undefined}
            onBlur={() => undefined}
          />
          <SelectField label={t('children.ward')}>
            <option>{t('children.all-wards')}</option>
          </SelectField>
        </div>
      </Specimen>
      <Specimen name="Choices">
        <div className="stack">
          <SegmentedControl label={t('children.member-status')} options={member} />
          <SegmentedControl
            label={t('children.member-status')}
            options={member}
            error={t('children.issue.member-status-required')}
          />
          <RadioCards label={t('children.gender')} options={gender} />
          <YesNoField label={t('assessment.banner.oedema')} />
        </div>
      </Specimen>
      <Specimen name="Long text">
        <TextArea label={t('children.comments')} defaultValue="age=30" />
      </Specimen>
      <Specimen name="What is wrong, and the draft">
        <ErrorSummary
          problems={[
            { field: 'firstName', sentence: required, code: 'first-name-required' },
            { sentence: t('children.issue.age-required'), code: 'age-required' },
          ]}
        />
        <DraftNote draft={{ kept: true, restored: false, discard: async () => undefined }} />
      </Specimen>
    </Part>
  );
}

export function StatesPart() {
  const { t } = useMessages();
  const { confirm, inform } = useAsk();
  const { notify, complain } = useNotices();
  const text = t('errors.full-disk', { contact: t('errors.your-administrator') });
  return (
    <Part id="states" title="Empty states, questions, notices">
      {(['start', 'full', 'refused', 'lost', 'nobody', 'locked'] as const).map((picture) => (
        <Specimen key={picture} name={picture}>
          <Blank
            picture={picture}
            title={t('children.no-match-title')}
            keep={{ icon: 'device', title: t('children.only-on-device'), text }}
            actions={<Button kind="primary">{t('common.try-again')}</Button>}
          >
            {text}
          </Blank>
        </Specimen>
      ))}
      <Specimen name="Questions and notices">
        <div className="row-wrap">
          <Button
            onClick={() =>
              void inform({
                title: t('children.graduated-title'),
                body: t('children.graduated-text'),
              })
            }
          >
            Modal
          </Button>
          <Button
            onClick={() =>
              void confirm({
                title: t('mothers.remove-question', { name: 'Rosa' }),
                body: t('mothers.remove-text'),
                yes: t('common.remove'),
                danger: true,
              })
            }
          >
            Question
          </Button>
          <Button onClick={() => notify({ text: t('children.saved', { name: 'Rosa' }) })}>
            Notice
          </Button>
          <Button onClick={() => complain({ text })}>Fault</Button>
        </div>
      </Specimen>
    </Part>
  );
}
