import {
  MUAC_LINES,
  type OpenReferral,
  type Screening,
  slipInGroups,
  Z_LINES,
} from '@crece/domain';
import type { MessageKey, Translator } from '@crece/messages';
import type { ChildFile } from '@crece/storage';
import type { ReactNode } from 'react';
import type { OpenUnit } from '../../data/units.tsx';
import { QrCode } from '../../shared/paper/qr-code.tsx';
import { Said } from '../../shared/paper/said.tsx';
import type { Voices } from '../../shared/paper/voices.ts';
import { sexAndAge } from '../../shared/screenings/child-words.ts';
import type { ChildFacts } from '../../shared/screenings/screening-facts.ts';
import { measureText, zText } from '../../shared/screenings/verdict-words.ts';
import { CLINIC_PATH, slipCode, slipLink } from './slip-code.ts';

/** What a clinic can mark on the strip, in the order of its page. */
const BOXES = ['seen', 'admitted', 'sent-on', 'did-not-come', 'refused', 'died'] as const;

/** Three groups of four, as the clinic's page shows the code. */
const CODE_GROUPS = ['first', 'second', 'third'] as const;
const CODE_PLACES = ['a', 'b', 'c', 'd'] as const;

export interface SlipProps {
  unit: OpenUnit;
  file: ChildFile;
  facts: ChildFacts;
  referral: OpenReferral;
  /** The screening that carries the slip. */
  screening: Screening;
  voices: Voices;
}

interface SlipPaperProps extends SlipProps {
  /** It is what the browser prints, and not the look at it on the page. */
  isPaper?: boolean;
}

/** A name longer than this is written smaller. */
const LONG_NAME = 28;

/** "Weight for height −3.52 (severe: below −3)", with figures as the first language writes them. */
function signText(
  { t }: Translator,
  first: Translator,
  { sign, shown }: OpenReferral['signs'][number],
): string {
  const { figure } = shown;
  if (sign === 'swelling' || figure === null) return t(`slip.sign.${sign}`);
  return sign === 'whz'
    ? t('slip.sign-figure.whz', {
        value: zText(first, figure),
        line: first.number(Z_LINES.severe),
      })
    : t('slip.sign-figure.muac', {
        value: measureText(first, figure),
        line: first.number(MUAC_LINES.severe),
      });
}

function Line({
  voices,
  term,
  children,
}: {
  voices: Voices;
  term: MessageKey;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>
        <Said voices={voices} say={({ t }) => t(term)} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the clinic reads: who comes, why, since when, from where. */
function ForTheClinic({
  unit,
  file,
  facts,
  referral,
  screening,
  voices,
  isPaper = false,
}: SlipPaperProps) {
  const [first] = voices;
  const { child } = facts;
  const name = `${child.firstName} ${child.lastName}`;
  const link = slipLink(referral, screening);
  const place = [child.ward, unit.stakeName, unit.countryName];
  return (
    <>
      <div className="slip-head">
        <div className="slip-who">
          <p className="slip-title">
            <Said voices={voices} say={({ t }) => t('slip.title')} />
          </p>
          <p className={name.length > LONG_NAME ? 'slip-name slip-name-long' : 'slip-name'}>
            {name}
          </p>
          <p>
            <Said
              voices={voices}
              say={(voice) => sexAndAge(voice, file, facts.newest?.screening, facts.today)}
            />
          </p>
        </div>
        {link === null ? (
          <p className="slip-no-code">
            <Said
              voices={voices}
              say={({ t }) => t(isPaper ? 'slip.no-code-paper' : 'slip.no-code')}
            />
          </p>
        ) : (
          <QrCode text={slipCode(location.origin, link)} label={first.t('slip.code')} />
        )}
      </div>
      <div className="slip-why">
        <p>
          <Said voices={voices} say={({ t }) => t('slip.order')} />
        </p>
        {referral.signs.map((open) => (
          <p key={open.sign}>
            <b>
              <Said voices={voices} say={(voice) => signText(voice, first, open)} />
            </b>
            {open.shown.date === screening.surveyDate ? null : ` · ${first.date(open.shown.date)}`}
          </p>
        ))}
      </div>
      <dl>
        <Line voices={voices} term="slip.day">
          {first.date(screening.surveyDate)}
        </Line>
        <Line voices={voices} term="slip.unit">
          {place.filter((part) => part !== undefined && part !== '').join(', ')}
        </Line>
        {link === null ? null : (
          <Line voices={voices} term="slip.number">
            <span className="slip-number">{slipInGroups(link.slip)}</span>
          </Line>
        )}
      </dl>
    </>
  );
}

/** What the clinic fills in, and the family brings back. */
function Strip({ voices }: { voices: Voices }) {
  return (
    <div className="slip-strip">
      <p className="slip-strip-title">
        <Said voices={voices} say={({ t }) => t('slip.strip')} />
      </p>
      <ul className="slip-boxes">
        {BOXES.map((box) => (
          <li key={box} className={box === 'sent-on' ? 'slip-wide' : undefined}>
            <span className="slip-box" />
            <span className="slip-box-words">
              <Said voices={voices} say={({ t }) => t(`slip.box.${box}`)} />
            </span>
            {box === 'sent-on' ? <span className="slip-rule" /> : null}
          </li>
        ))}
      </ul>
      <p className="slip-fill">
        <Said voices={voices} say={({ t }) => t('slip.on-day')} />
        <span className="slip-rule" />
      </p>
      <div className="slip-fill">
        <Said voices={voices} say={({ t }) => t('slip.answer-code')} />
        <span className="slip-letters">
          {CODE_GROUPS.map((group) => (
            <span key={group}>
              {CODE_PLACES.map((letter) => (
                <i key={letter} />
              ))}
            </span>
          ))}
        </span>
      </div>
      <p className="slip-foot">
        <Said
          voices={voices}
          say={({ t }) => t('slip.answer-at', { address: `${location.host}${CLINIC_PATH}` })}
        />
      </p>
    </div>
  );
}

/** One slip of A6. slip.css gives it the size of its paper. */
export function SlipPaper(props: SlipPaperProps) {
  const { voices } = props;
  return (
    <article className={voices.length > 1 ? 'slip slip-two' : 'slip'} lang={voices[0].language}>
      <ForTheClinic {...props} />
      <Strip voices={voices} />
    </article>
  );
}
