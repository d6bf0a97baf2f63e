import { newestFirst } from '@crece/domain';
import { aScreening } from '@crece/domain/testing';
import type { ChildFile, Choice, Task } from '@crece/storage';
import { useState } from 'react';
import type { OpenUnit } from '../data/units.tsx';
import { BackupPage } from '../features/backup/backup-page.tsx';
import { OrphansCard, UnreadableCard } from '../features/conflicts/lost-records.tsx';
import { QuestionStep } from '../features/conflicts/question-step.tsx';
import { questionsOf, withAnswer } from '../features/conflicts/questions.ts';
import { RefusedCard } from '../features/conflicts/refused-records.tsx';
import { type Fate, RemovalStep } from '../features/conflicts/removal-step.tsx';
import { RemovalsCard } from '../features/conflicts/removals.tsx';
import type { TaskStep } from '../features/conflicts/task-step.ts';
import { TasksCard } from '../features/conflicts/tasks.tsx';
import { RecordMark } from '../shared/screenings/record-mark.tsx';
import {
  aRefusal,
  childTask,
  DECEMBER,
  LUZ,
  MARCH,
  motherTask,
  removedTask,
  screeningTask,
} from '../testing/tasks.ts';
import '../features/conflicts/waiting.css';
import { GALLERY_DAY } from './gallery-data.ts';
import { Part, Specimen } from './specimen.tsx';

const FILE: ChildFile = {
  child: LUZ,
  screenings: newestFirst([DECEMBER, MARCH]),
  pendingIds: [],
};

const CONTEXT = { timeZone: 'America/Guatemala', sex: 'Girl', today: GALLERY_DAY } as const;

const QUESTIONS: readonly (readonly [name: string, task: Task])[] = [
  ['Two weights', screeningTask({ weight: 8.1 }, { weight: 8.7 })],
  ['Two arms, a third version waits', screeningTask({ muac: 13 }, { muac: 11.2 }, { more: 1 })],
  ['Swelling', screeningTask({ oedema: true }, { oedema: false })],
  [
    'Another age, and one that was declined',
    screeningTask(
      { weight: 8.7, ageOverride: 40 },
      { weight: 8.7, ageOverride: false },
      { fields: ['ageOverride'] },
    ),
  ],
  ['Two birth dates', childTask({ birthDate: '2024-05-08' }, { birthDate: '2024-11-08' })],
  [
    'A comment and none',
    childTask({ comments: 'Lives with her aunt' }, {}, { fields: ['comments'] }),
  ],
  ['Delivered?', motherTask({ deliveryDate: '2026-05-02' }, { deliveryDate: '2026-06-02' })],
];

function Question({ task }: { task: Task }) {
  const [choice, setChoice] = useState<Choice>({});
  const [question] = questionsOf(task);
  if (question === undefined) return null;
  const step: TaskStep = { task, file: FILE, choice, context: CONTEXT };
  return (
    <div className="choose">
      <QuestionStep
        step={step}
        question={question}
        onAnswer={(side) => setChoice(withAnswer(choice, question, side))}
      />
    </div>
  );
}

function Removal({ mayRemove }: { mayRemove: boolean }) {
  const [fate, setFate] = useState<Fate | null>(null);
  return (
    <div className="choose">
      <RemovalStep
        step={{ task: removedTask(), file: FILE, choice: {}, context: CONTEXT }}
        fate={fate}
        mayRemove={mayRemove}
        questions={1}
        onFate={setFate}
      />
    </div>
  );
}

/** One record of each kind, so that no row appears twice. */
const TASKS = [
  screeningTask({ weight: 8.1, muac: 13 }, { weight: 8.7, muac: 12 }),
  childTask({ phone: '700 00 123' }, { phone: '711 11 456' }),
  motherTask({ ward: 'Sarco' }, { ward: 'Cala Cala' }),
];
const REFUSED = [
  aRefusal({ details: ['weight-invalid'] }),
  aRefusal({ id: 'scr_1', rev: '1-a', reason: 'too-large' }),
  aRefusal({ id: 'scr_2', rev: '1-b', reason: 'a-newer-reason' }),
  aRefusal({ id: LUZ._id, reason: 'removal', removal: true }),
  aRefusal({ id: DECEMBER._id, reason: 'removal', removal: true }),
];

/** The lists of records that wait for a person, and the states of records. */
export function WaitingPart({ unit }: { unit: OpenUnit }) {
  const place = {
    unit,
    days: new Map([[MARCH._id, MARCH.surveyDate]]),
    today: GALLERY_DAY,
  };
  return (
    <Part id="waiting" title="What waits for a person">
      <Specimen name="Where a record stands">
        <div className="row-wrap">
          {(['task', 'removed', 'refused', 'here', 'server'] as const).map((state) => (
            <RecordMark key={state} state={state} />
          ))}
        </div>
      </Specimen>
      {QUESTIONS.map(([name, task]) => (
        <Specimen key={name} name={name}>
          <Question task={task} />
        </Specimen>
      ))}
      <Specimen name="Removed and changed">
        <Removal mayRemove />
      </Specimen>
      <Specimen name="Removed and changed, without the right to remove">
        <Removal mayRemove={false} />
      </Specimen>
      <Specimen name="The list">
        <div className="stack waits">
          <TasksCard {...place} kind="values" tasks={TASKS} />
          <TasksCard {...place} kind="removed" tasks={[removedTask()]} />
          <RemovalsCard {...place} refused={REFUSED} />
          <RefusedCard {...place} refused={REFUSED} tasks={[]} />
          <OrphansCard orphans={[aScreening()]} />
          <UnreadableCard
            records={[{ id: 'chld_x', codes: ['birth-date-invalid'], raw: { _id: 'chld_x' } }]}
          />
        </div>
      </Specimen>
    </Part>
  );
}

/** The backup page with the units of this device. */
export function BackupPart() {
  return (
    <Part id="backup" title="Backup file">
      <Specimen name="Save and load" flush>
        <BackupPage />
      </Specimen>
    </Part>
  );
}
