import { AUDIT_EVENTS, type AuditLine } from '@crece/contract';
import { todayIn } from '@crece/domain';
import { useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { fetchAudit, fetchAuditFile } from '../../api/admin.ts';
import { useMessages } from '../../data/messages.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/controls.tsx';
import { DatePartsField } from '../../ui/date-parts-field.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Fold } from '../../ui/surfaces.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { AdminPage, Answered } from './admin-page.tsx';
import { type AuditQuery, auditPath, pageOfAddress } from './admin-paths.ts';
import { isAuditEvent, type LogEntry, logEntries, useAuditSentence } from './audit-words.ts';
import { lastPage, Pager } from './pager.tsx';
import { useMoments } from './person.tsx';
import { useFileDownload } from './use-file-download.ts';
import { useServerData } from './use-server-data.ts';
import './audit.css';

/** Number of entries per answer of the server. */
const PAGE_SIZE = 50;

const dateOfAddress = (text: string | null) =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';

function useAuditQuery(): AuditQuery {
  const [params] = useSearchParams();
  const what = params.get('what') ?? '';
  return {
    page: pageOfAddress(params.get('page')),
    who: params.get('who') ?? '',
    what: isAuditEvent(what) ? what : '',
    from: dateOfAddress(params.get('from')),
    to: dateOfAddress(params.get('to')),
  };
}

/** What was done with accounts and places, by whom, when and from where. */
export function AuditPage() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const query = useAuditQuery();
  const { today } = useMoments();
  const { busy: isSaving, download } = useFileDownload();
  const answer = useServerData(auditPath(query), (signal) => fetchAudit(query, signal));
  const { data } = answer;
  const { page: _page, ...filters } = query;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const show = (next: Partial<AuditQuery>) => void navigate(auditPath(next));
  const saveFile = () => download(() => fetchAuditFile(filters), `crece-audit-${today}.csv`);
  return (
    <AdminPage
      section="audit"
      title={t('admin.audit-title')}
      subtitle={data === null ? undefined : t('admin.audit-count', { count: data.total })}
    >
      <div className="audit-tools">
        <Fold
          title={t('admin.audit-filters')}
          icon="search"
          open={isFiltered}
          {...(isFiltered ? { note: t('admin.audit-filtered') } : {})}
        >
          <Filters key={auditPath(filters)} filters={filters} onShow={show} />
        </Fold>
        <Button
          kind="second"
          icon="down"
          disabled={isSaving || data === null || data.total === 0}
          onClick={() => void saveFile()}
        >
          {isSaving ? t('admin.audit-saving') : t('admin.audit-download')}
        </Button>
      </div>
      <Answered from={answer}>
        {({ entries, total }) => {
          if (total === 0) return <NoEntries isFiltered={isFiltered} onAll={() => show({})} />;
          const last = lastPage(total, PAGE_SIZE);
          if (entries.length === 0 && !answer.busy && query.page > last) {
            return <Navigate to={auditPath({ ...query, page: last })} replace />;
          }
          return (
            <div aria-busy={answer.busy} className={answer.busy ? 'admin-stale' : ''}>
              <Entries entries={entries} />
              <Pager
                page={query.page}
                size={PAGE_SIZE}
                total={total}
                pathOf={(page) => auditPath({ ...query, page })}
              />
            </div>
          );
        }}
      </Answered>
    </AdminPage>
  );
}

function NoEntries({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  const { t } = useMessages();
  return (
    <Blank
      picture="lost"
      title={t('admin.audit-none-title')}
      {...(isFiltered
        ? {
            actions: (
              <Button kind="primary" wide onClick={onAll}>
                {t('admin.audit-show-all')}
              </Button>
            ),
          }
        : {})}
    >
      {t(isFiltered ? 'admin.audit-none-fits' : 'admin.audit-none')}
    </Blank>
  );
}

type Filter = Omit<AuditQuery, 'page'>;

function Filters({
  filters,
  onShow,
}: {
  filters: Filter;
  onShow: (filters: Partial<Filter>) => void;
}) {
  const { t } = useMessages();
  const [draft, setDraft] = useState(filters);
  // The log counts its days in UTC.
  const [today] = useState(() => todayIn('UTC', new Date()));
  const from = dateOfAddress(draft.from);
  const to = dateOfAddress(draft.to);
  const change = (name: keyof Filter) => (event: { target: { value: string } }) =>
    setDraft((before) => ({ ...before, [name]: event.target.value }));
  return (
    <form
      className="audit-filters"
      onSubmit={(event) => {
        event.preventDefault();
        onShow({ ...draft, who: draft.who.trim(), from, to });
      }}
    >
      <TextField
        label={t('admin.filter-who')}
        autoCapitalize="none"
        spellCheck={false}
        value={draft.who}
        onChange={change('who')}
      />
      <SelectField label={t('admin.filter-what')} value={draft.what} onChange={change('what')}>
        <option value="">{t('admin.filter-everything')}</option>
        {AUDIT_EVENTS.map((event) => (
          <option key={event} value={event}>
            {t(`admin.event-name.${event}`)}
          </option>
        ))}
      </SelectField>
      {(['from', 'to'] as const).map((name) => (
        <DatePartsField
          key={name}
          name={name}
          label={t(name === 'from' ? 'admin.filter-from' : 'admin.filter-to')}
          min={name === 'to' ? from : ''}
          max={name === 'from' && to !== '' ? to : today}
          value={draft[name]}
          onChange={(day) => change(name)({ target: { value: day } })}
          onBlur={() => undefined}
        />
      ))}
      <p className="hint">{t('admin.filter-utc')}</p>
      <div className="row-wrap">
        <Button kind="primary" small type="submit">
          {t('admin.filter-show')}
        </Button>
        <Button kind="quiet" small onClick={() => onShow({})}>
          {t('admin.audit-show-all')}
        </Button>
      </div>
    </form>
  );
}

function Entries({ entries }: { entries: readonly AuditLine[] }) {
  const { t } = useMessages();
  const wide = useWide();
  const sentence = useAuditSentence();
  const { moment } = useMoments();
  const shown = logEntries(entries);
  const addressOf = ({ from }: AuditLine) => from ?? t('admin.audit-no-address');
  // Repetitions within an hour are one entry: first and last time, and the count.
  const whenOf = ({ at, count, last }: AuditLine) =>
    count === 1 ? moment(at) : `${moment(at)} – ${moment(last)} (${count}×)`;
  if (!wide) {
    return (
      <ol className="card card-flush audit-cards">
        {shown.map((entry) => (
          <li key={entry.line.id}>
            <p className="t">{sentence(entry)}</p>
            <p className="d">
              {t('admin.audit-line', { when: whenOf(entry.line), from: addressOf(entry.line) })}
            </p>
            <Details entry={entry} />
          </li>
        ))}
      </ol>
    );
  }
  return (
    <div className="card card-flush table-scroll">
      <table className="dt audit-table">
        <thead>
          <tr>
            <th scope="col">{t('admin.column-when')}</th>
            <th scope="col">{t('admin.column-what')}</th>
            <th scope="col">{t('admin.column-from')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((entry) => (
            <tr key={entry.line.id}>
              <td className="num">{whenOf(entry.line)}</td>
              <td>
                {sentence(entry)}
                <Details entry={entry} />
              </td>
              <td className="break">{addressOf(entry.line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the log stores of an entry besides its sentence: user names, ids, names of fields. */
function Details({ entry: { line, details } }: { entry: LogEntry }) {
  const { t } = useMessages();
  const names = [line.who, line.whom].filter((name) => name !== null);
  const all = [...new Set(names), ...details];
  if (all.length === 0) return null;
  return (
    <details className="audit-more">
      <summary>
        {t('admin.audit-details')}
        <Icon name="open" className="chev turn" />
      </summary>
      {all.map((text) => (
        <p key={text} className="audit-detail">
          {text}
        </p>
      ))}
    </details>
  );
}
