import type { ComponentProps, ReactNode } from 'react';
import { useMessages } from '../data/messages.tsx';
import { IconButton } from './controls.tsx';
import { Icon } from './icon.tsx';

/** Searches while typing; Escape or the cross clears it. `tool` is a button in the empty field. */
export function SearchField({
  label,
  value,
  onValue,
  tool,
  ...input
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  tool?: ReactNode;
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
      {value === '' ? (
        tool
      ) : (
        <IconButton icon="close" label={t('common.clear-search')} onClick={() => onValue('')} />
      )}
    </div>
  );
}
