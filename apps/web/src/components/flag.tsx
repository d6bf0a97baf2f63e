import {
  BO,
  BR,
  CO,
  EC,
  GH,
  GT,
  HN,
  HT,
  KH,
  KI,
  LR,
  MG,
  MN,
  NG,
  NI,
  PE,
  PH,
  PY,
  SL,
  SV,
  VE,
  ZW,
} from 'country-flag-icons/react/3x2';
import './flag.css';

/** Only the flags of the catalogue are in the application; a new country shows its code. */
const FLAGS = {
  BO,
  BR,
  CO,
  EC,
  GH,
  GT,
  HN,
  HT,
  KH,
  KI,
  LR,
  MG,
  MN,
  NG,
  NI,
  PE,
  PH,
  PY,
  SL,
  SV,
  VE,
  ZW,
};

const isKnown = (code: string): code is keyof typeof FLAGS => Object.hasOwn(FLAGS, code);

/** A country's flag beside its name; decorative, the name says it. */
export function Flag({ code, fallback }: { code: string | null; fallback: string }) {
  if (code === null || !isKnown(code)) {
    return (
      <span className="flag flag-code" aria-hidden="true">
        {fallback}
      </span>
    );
  }
  const Drawing = FLAGS[code];
  return (
    <span className="flag" aria-hidden="true">
      <Drawing />
    </span>
  );
}
