import { useId } from 'react';
import './switch.css';

/** A setting that is on or off and takes effect at once. */
export function Switch({
  label,
  detail,
  checked,
  onChange,
}: {
  label: string;
  detail?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const detailId = useId();
  return (
    <label className="switch">
      <span className="grow">
        <span className="t">{label}</span>
        {detail === undefined ? null : (
          <span className="d" id={detailId}>
            {detail}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        aria-label={label}
        aria-describedby={detail === undefined ? undefined : detailId}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}
