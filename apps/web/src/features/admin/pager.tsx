import { useNavigate } from 'react-router';
import { useMessages } from '../../data/messages.tsx';
import { Button } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icon.tsx';

/** "1 to 15 of 63" with links to the other pages. */
export function Pager({
  page,
  size,
  total,
  pathOf,
}: {
  page: number;
  size: number;
  total: number;
  /** The address of another page. */
  pathOf: (page: number) => string;
}) {
  const { t } = useMessages();
  const navigate = useNavigate();
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, total);
  const next = Math.min(size, total - to);
  const turnTo = (wanted: number) => {
    void navigate(pathOf(wanted));
    // A new page of the list starts at its top, also for the keyboard.
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <nav className="pager" aria-label={t('admin.pages-label')}>
      <span className="num muted small" role="status">
        {t('admin.pages', { from, to, total })}
      </span>
      {total <= size ? null : (
        <span className="pager-buttons">
          <Button
            kind="soft"
            small
            icon="back"
            disabled={page === 1}
            onClick={() => turnTo(page - 1)}
          >
            {t('common.back')}
          </Button>
          <Button kind="soft" small disabled={next <= 0} onClick={() => turnTo(page + 1)}>
            {t('admin.next-page', { count: next > 0 ? next : size })}
            <Icon name="next" small />
          </Button>
        </span>
      )}
    </nav>
  );
}

/** Number of the last page that is not empty. */
export const lastPage = (total: number, size: number) => Math.max(1, Math.ceil(total / size));
