import type { ComponentProps } from 'react';
import { useMessages } from '../data/messages.tsx';
import { IconButton } from './controls.tsx';
import { Icon } from './icon.tsx';

/** Searches while typing; Escape or the cross clears it. */
export function SearchField({
  label,
  value,
  onValue,
  ...input
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
} & Omit<ComponentProps<'input'>, 'className' | 'children' | 'value' | 'onChange'>) {
  const { t } = useMessages();
  return (
    <div className="search">
      <Icon name="search" />
      <input
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        {...input}
        type="search"
        className="input"
        aria-label={label}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onValue('');
        }}
      />
      {value === '' ? null : (
        <IconButton icon="close" label={t('common.clear-search')} onClick={() => onValue('')} />
      )}
    </div>
  );
}
