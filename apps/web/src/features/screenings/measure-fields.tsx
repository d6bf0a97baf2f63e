import {
  heightPosition,
  likelyMeant,
  type MEASURE_NAMES,
  SCREENING_TABLE,
  type Screening,
  type ScreeningPreview,
  type Sex,
} from '@crece/domain';
import type { ReactNode } from 'react';
import { useMessages } from '../../data/messages.tsx';
import { measureText } from '../../shared/screenings/verdict-words.ts';
import { Button } from '../../ui/controls.tsx';
import { LastValue, NumberField } from '../../ui/fields.tsx';
import { ContradictionQuestion } from './field-questions.tsx';
import { type ScreeningFormState, type ScreeningValues, typedNumber } from './form-values.ts';
import { HowTo } from './how-to.tsx';
import { OutsideFormHelp } from './outside-help.tsx';
import type { Technique } from './technique.ts';
import { useFieldsInView } from './use-fields-in-view.ts';
import { MuacTape } from './verdict-hero.tsx';

type Measure = (typeof MEASURE_NAMES)[number];

/** The latest earlier screening with this measurement. */
function lastWith(measure: Measure, earlier: readonly Screening[]): Screening | undefined {
  return earlier.find((screening) => screening[measure] !== undefined);
}

function Last({
  measure,
  typed,
  last,
  today,
}: {
  measure: Measure;
  typed: number | null;
  last: Screening;
  today: string;
}) {
  const translator = useMessages();
  const { t, shortDate, number } = translator;
  const before = last[measure];
  if (before === undefined) return null;
  const common = {
    when: shortDate(last.surveyDate, today),
    value: `${measureText(translator, before)} ${t(`common.${SCREENING_TABLE[measure].unit}`)}`,
  };
  if (typed === null) return <LastValue {...common} />;
  // Two decimals: a subtraction of typed figures must not show 0.30000000000000004.
  const change = Math.round((typed - before) * 100) / 100;
  if (change === 0) return <LastValue {...common} delta={t('screenings.delta-same')} />;
  const value = number(Math.abs(change), { decimals: 1 });
  return (
    <LastValue
      {...common}
      delta={t(change < 0 ? 'screenings.delta-less' : 'screenings.delta-more', { value })}
      direction={change < 0 ? 'down' : 'up'}
    />
  );
}

/** "Did you mean this?" with the figure as a button that takes it over. */
function Meant({
  value,
  unit,
  onTake,
}: {
  value: number;
  unit: string;
  onTake: (text: string) => void;
}) {
  const { t, number } = useMessages();
  const text = number(value);
  return (
    <p className="meant">
      {t('screenings.did-you-mean')}
      <Button kind="second" small onClick={() => onTake(text)}>
        {`${text} ${unit}`}
      </Button>
    </p>
  );
}

interface FieldsProps {
  form: ScreeningFormState;
  values: ScreeningValues;
  preview: ScreeningPreview;
  /** Only the field of MUAC is shown: see `useShownMeasures`. */
  isMuacOnly: boolean;
  /** Whether MUAC does not count yet. */
  isYoung: boolean;
  sex: Sex;
  /** Screenings before this one, newest first. */
  earlier: readonly Screening[];
  today: string;
}

/** What the field of a measure says and offers beside its figure; Enter in the `last` one ends the typing. */
function useField(
  { form, values, preview: { limits, age }, sex, earlier, today }: FieldsProps,
  last: Measure | undefined,
) {
  const { t, number } = useMessages();
  const take = (measure: Measure, text: string) => {
    form.hook.setValue(measure, text, { shouldDirty: true, shouldValidate: true });
    form.hook.setFocus(measure);
  };
  return (measure: Measure) => {
    const registered = form.field(measure);
    const range = limits[measure];
    const unit = t(`common.${SCREENING_TABLE[measure].unit}`);
    const before = lastWith(measure, earlier);
    const meant =
      registered.error === undefined
        ? null
        : likelyMeant({
            measure,
            text: values[measure],
            limits: range,
            sex,
            ageMonths: age?.ageMonths ?? null,
          });
    return {
      ...registered,
      unit,
      enterKeyHint: measure === last ? ('done' as const) : ('next' as const),
      maxLength: 8,
      ...(before === undefined
        ? {}
        : {
            last: (
              <Last
                measure={measure}
                typed={typedNumber(values[measure])}
                last={before}
                today={today}
              />
            ),
          }),
      ...(range === null
        ? {}
        : { note: t('common.range', { from: number(range.min), to: number(range.max) }) }),
      ...(meant === null
        ? {}
        : { offer: <Meant value={meant} unit={unit} onTake={(text) => take(measure, text)} /> }),
    };
  };
}

/** MUAC, height and weight: large inputs with their range, the last screening and the tape. */
export function MeasureFields(props: FieldsProps) {
  const { form, values, preview, isMuacOnly, isYoung, today } = props;
  const { t } = useMessages();
  const { age } = preview;
  const inView = useFieldsInView();
  const all: Measure[] = isYoung ? ['height', 'weight', 'muac'] : ['muac', 'height', 'weight'];
  const shown = isMuacOnly ? (['muac'] satisfies Measure[]) : all;

  const field = useField(props, shown.at(-1));
  const position = heightPosition(
    values.measured === '' ? undefined : values.measured,
    age?.completedMonths ?? null,
  );
  const heightLabel =
    position === null
      ? t('screenings.height')
      : t(position === 'lying' ? 'screenings.height-lying' : 'screenings.height-standing');
  const muac = typedNumber(values.muac);
  const techniques: Readonly<Record<Measure, Technique>> = {
    muac: 'muac',
    height: position === 'lying' ? 'lying' : 'standing',
    weight: 'weight',
  };
  const how = (measure: Measure, label: string) => ({
    label,
    help: (
      <HowTo
        technique={techniques[measure]}
        measure={label}
        onBack={() => form.hook.setFocus(measure)}
      />
    ),
  });
  const asked = (measure: Measure, input: ReactNode) => (
    <div key={measure} className="measure-asked">
      {input}
      <ContradictionQuestion
        measure={measure}
        technique={techniques[measure]}
        preview={preview}
        today={today}
      />
      {measure === 'muac' ? null : (
        <OutsideFormHelp measure={measure} form={form} values={values} preview={preview} />
      )}
    </div>
  );
  const fields = {
    muac: (
      <NumberField
        {...how('muac', t('screenings.muac'))}
        {...field('muac')}
        alone={isMuacOnly}
        below={isYoung ? t('screenings.muac-counts-from') : <MuacTape muac={muac} />}
      />
    ),
    height: <NumberField {...how('height', heightLabel)} {...field('height')} />,
    weight: <NumberField {...how('weight', t('screenings.weight'))} {...field('weight')} />,
  };
  return (
    <div className={`measures-typed ${isMuacOnly ? 'muac-alone' : ''}`} ref={inView}>
      {shown.map((measure) => asked(measure, fields[measure]))}
    </div>
  );
}
