import { GRANTED_ROLES } from '@crece/domain';
import { LANGUAGES } from '@crece/messages';

const LANGUAGE = `[--language ${LANGUAGES.join('|')}]`.padEnd(23);

/** The usage text of the command line. */
export const USAGE = `Usage: npm run --silent crece -- <command> [options] < in.csv > out.csv
       npm run --silent crece -- user add|role|password|list [options]
       npm run --silent crece -- export --format FORMAT --unit DB | --country CODE [options]
       npm run --silent crece -- import --unit DB --documents FILE|--from URL [options]
       npm run --silent crece -- report --type TYPE --scope SCOPE [options]
       npm run --silent crece -- convert --scope SCOPE [--unit DB | --country CODE] [--dry-run]
       npm run --silent crece -- revisions [--unit DB] [--record ID] [--drop REV | --all] [options]
       npm run --silent crece -- backup FILE|FOLDER [options]
       npm run --silent crece -- restore FILE FOLDER [options]
       npm run --silent crece -- restored
       npm run --silent crece -- unit check [DB] | quarantine DB | rebuild DB
       npm run --silent crece -- couchdb set-up
       npm run --silent crece -- mail test ADDRESS
       npm run --silent crece -- doctor [--json] [--ntp HOST]
       npm run --silent crece -- upgrade [finish]
       npm run --silent crece -- rollback [--to-backup FILE]
       npm run --silent crece -- clock ok

  zscores --method who        WHO's exact z-scores and flags
      [--decimals N]          decimals of the z-scores, 0 to 10 (2)
      reads   id, sex, age_days or age_months, is_age_in_month, weight, lenhei,
              measure, muac, oedema
  zscores --method programme  the z-scores by which the programme decides
      [--decimals N]
      reads   id, sex, month_age, height, weight
  assess                      the programme's whole assessment of each screening; none where
                              the column error names a cell or a measure that is no child's
      reads   id, sex, month_age, is_first, height, weight, muac
  prevalence                  prevalence and mean z-scores of a survey by group
      [--age-unit day|month]  unit of the column age (day)
      reads   id, sex, age, weight, lenhei, measure, oedema, sw, cluster, strata,
              typeres, gregion, wealthq, mothered, othergr
  quality                     plausibility of a survey's data, with verdicts
      [--age-unit day|month] [--text]
      reads   id, sex, age, weight, lenhei, measure, oedema, muac

Files are CSV in UTF-8 with a header; columns in any order, commas or semicolons.
sex: 1 boy, 2 girl. measure: l lying, h standing. oedema: y or n. cm and kg.

  user add --username NAME --email ADDRESS --first NAME --last NAME
      [--role ROLE ...]       ${GRANTED_ROLES.join(', ')} (user); each with its own --role
      ${LANGUAGE} of mails to this person (en)
      [--password-stdin]      takes the password from the input; without it a link is printed
                              on which the person sets one
  user role NAME +ROLE -ROLE  gives and takes roles; sessions of the account end
  user password NAME          prints a link on which the person sets a new password
      [--password-stdin]      sets the password of the input; sessions of the account end
  user list [--csv]           every account

  export --format anthro|fhir|dhis2 --unit DB | --country CODE [--country CODE ...]
                              the standard exports (docs/exports.md), to standard output
      [--screenings newest|all]   anthro (newest) and fhir (all): each child once by its newest
                              screening, or every screening
      [--with-contact]        fhir: also phone, address, parents and comments of screenings
      [--months N]            dhis2: that many months before the present one (1)
      [--mapping FILE]        dhis2: which figure and unit is what there
      [--mapping-example]     writes a mapping to fill in instead
      [--today YYYY-MM-DD]    the day that counts as today

  import --unit DB            the records of an older system into one unit, each as it is stored
      --documents FILE        a JSON document a line, or an answer of _all_docs?include_docs=true
      --from URL              instead: from a running CouchDB, http://user:password@host:5984/db
      [--dry-run]             tells what would be done, and writes nothing
      [--other-units]         also takes documents whose id names another unit
      writes  line, id, kind, outcome, reasons, details: one line for each document

  import --unit DB --csv FILE rows of a table, CSV or .xlsx, into one unit (docs/imports.md)
      [--dry-run]             tells what would become of each row, and writes nothing
      [--map "HEADER=FIELD"]  a column by hand, each with its own --map; no FIELD: not read
      [--date-order dmy|mdy] [--muac-unit mm|cm] [--weight-unit g|kg] [--height-unit m|mm|cm]
      [--letter-m boy|girl] [--encoding utf-8|windows-1252|macintosh|utf-16le|utf-16be]
      [--same-day correction|second] [--sheet NAME] [--first-row headings|data]
                              answers to what the file does not tell; asked for when needed
      ${LANGUAGE} of the findings (en)
      writes  row, outcome, column, level, code, sentence
  import --undo ID            takes such an import back; children changed since stay and are named

  report --type all|sup|summary|missedScreening|women|referrals
      --scope stake|country|countries   (unit) one unit, a country, or all
      [--unit DB] [--country CODE]      which one
      [--sort firstName|lastName|ward|memberStatus|screenDate]   (firstName)
      [--months 6|12|…|60]    summary, referrals: how far back the newest screening, or the first
                              day of the referral, may lie (6)
      ${LANGUAGE} of titles and words (en)
      [--today YYYY-MM-DD]    the day that counts as today
      [--format csv|xlsx]     (csv) to standard output; what cannot be read is named beside it

  convert --scope stake --unit DB | --scope country --country CODE | --scope countries
                              "Convert z-scores": every stored screening and every child's
                              status say afterwards what the screens show; safe to run twice
      [--dry-run]             counts what would change, and writes nothing

  revisions [--unit DB]       versions of records whose generation leaps: nothing joins them to
                              the other versions of their record (docs/sync.md)
      writes  unit, record, revision, is_shown, is_removal, other_revisions
      [--record ID --drop REV]  tells what would become of that record without it
      [--unit DB --all]       the same with every such version of the unit, or of --record ID
      [--keep]                what it says is kept, as an edit of what remains
      [--write]               does it

  backup FILE|FOLDER          one file of everything that the server keeps, also while it runs:
                              units, accounts, pictures, mails on their way, secret. In a folder
                              its name says when it was made
      [--recipient age1… ...] encrypts it for whoever has the key of age, each with its own
      [--passphrase-file FILE]  encrypts it with the passphrase in a file
      [--no-secret]           without the secret that signs sessions
      [--keep 7d,4w,12m]      removes older backups from the folder: of so many days, weeks and
                              months the newest stays, the newest three always
  restore FILE FOLDER         a new data folder; the backup is checked before anything is written.
                              Sessions, links and mails on their way are dropped, and phones
                              bring back what came after it
      [--identity FILE]       the key file of age, of an encrypted backup
      [--passphrase-file FILE]
      [--keep-sessions]       keeps sessions, links and mails on their way
      [--couchdb]             the databases into the empty CouchDB of COUCHDB_URL, the rest into the
                              folder
      [--erasures FILE]       who was erased since (erasures.json), besides the lists beside the
                              backup and in CRECE_DATA_DIR
  restore FILE --unit DB      puts one unit back into CRECE_DATA_DIR, while the server is stopped
  restored                    after a restore of a backup: phones then offer everything again,
                              and what came after the backup is brought back. The server finds
                              that out by itself, too, by the first phone that knows more

  unit check [DB]             reads the files of all units, or of one, from end to end
  unit quarantine DB          while the server is stopped: puts a damaged one aside; phones bring back what
                              they have, and the other units go on
  unit rebuild DB             the same, and takes what can be read of the damaged file

  couchdb set-up              makes every database in CouchDB with COUCHDB_ADMIN_URL, so that the server
                              needs COUCHDB_URL alone. Again after a unit was added

  mail test ADDRESS           sends a mail without a link, and says what the mail server answered

  doctor                      looks for what is amiss with this server, from its settings to its public
                              address, and says what mends it. Ends with 0: nothing, 1: something
                              to see to, 2: a fault
      [--json]                for programs
      [--ntp HOST]            also compares the clock with a time server, e.g. pool.ntp.org

  upgrade                     which build serves the data, and to which one it can go back
  upgrade finish              closes the way back; after seven days the server does so itself
  rollback                    while the server is stopped: undoes the steps of this build, so that the
                              build before can be started again, with every record
      [--to-backup FILE]      the data as in a backup; tells what would be lost, and asks
      [--yes]                 does not ask
      [--identity FILE] [--passphrase-file FILE]   of an encrypted backup

  clock ok                    says that the clock of this machine is right. After a leap of more than
                              30 days, or backwards, the server deletes nothing that is old (log,
                              files, sessions) until the clock is right again or this is said

They work on the databases of CRECE_DATA_DIR (./data) or COUCHDB_URL; the server may be running.
`;

const SYNOPSIS = /^(?:Usage:)?\s+npm run --silent crece -- (\S+)/;
const ENTRY = /^ {2}(\w+)/;

/** The part of the usage that is about one command, by the words that its lines begin with. */
function linesAbout(command: string): string[] {
  let about = '';
  return USAGE.split('\n').filter((line) => {
    about = line === '' ? '' : (ENTRY.exec(line)?.[1] ?? about);
    return about === command && !SYNOPSIS.test(line);
  });
}

/**
 * The usage of one command: short enough that the sentence above it stays on the screen. Of a word that is
 * no command, the whole usage.
 */
export function usageOf(command: string): string {
  const lines = linesAbout(command);
  if (command === '' || lines.length === 0) return USAGE;
  const more = 'Everything else: npm run --silent crece -- help';
  return `Usage: npm run --silent crece -- ${command} …\n\n${lines.join('\n')}\n\n${more}\n`;
}
