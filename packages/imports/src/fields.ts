/**
 * The fields that an import reads from a row: for each the kind of its cell, its column in our own
 * `all` report, and its headers in other files, English and Spanish. Headers are compared without
 * accents, case, blanks and signs.
 */

/** How a cell is read. */
export type CellKind =
  | 'id'
  | 'text'
  | 'date'
  | 'instant'
  | 'sex'
  | 'membership'
  | 'answer'
  | 'position'
  | 'language'
  | 'outcome'
  | 'number'
  | 'months';

export interface ImportColumn {
  readonly kind: CellKind;
  /** The column of the `all` report for it. */
  readonly report?: string;
  /** Headers in other files, in folded form. */
  readonly headers: readonly string[];
}

const column = <const Kind extends CellKind>(
  kind: Kind,
  report: string | undefined,
  headers: string,
) => ({
  kind,
  ...(report === undefined ? {} : { report }),
  headers: headers === '' ? [] : headers.split(' '),
});

/** The fields in the order in which the form for a mapping by hand lists them. */
export const IMPORT_FIELDS = {
  id: column('id', 'id', 'childid idchild iddelnino idnino idninoa'),
  stakeDB: column('text', 'stake db name', ''),
  firstName: column(
    'text',
    'firstName',
    'givenname givennames forename nombre nombres primernombre nombredelnino name',
  ),
  lastName: column(
    'text',
    'lastName',
    'surname familyname apellido apellidos primerapellido apellidosdelnino',
  ),
  gender: column('sex', 'gender', 'sex sexo genero boygirl ninonina'),
  birthDate: column(
    'date',
    'birthdate',
    'dateofbirth dob birthdat birthday fechadenacimiento fechanacimiento fechanac fechadenac fnac nacimiento',
  ),
  ageMonths: column('months', undefined, 'ageinmonths months edadmeses edadenmeses meses monthage'),
  birthDateEstimated: column('answer', 'birthDateEstimated', 'fechaestimada estimated'),
  memberStatus: column('membership', 'lds', 'member membership miembro sud membresia'),
  mother: column(
    'text',
    'mother',
    'mothersname mothername caregiver madre nombredelamadre nombremadre encargada encargado',
  ),
  father: column('text', 'father', 'fathersname fathername padre nombredelpadre nombrepadre'),
  phone: column('text', 'phone', 'telephone phonenumber mobile telefono celular movil'),
  address: column('text', 'address', 'direccion domicilio'),
  city: column('text', 'city', 'town village municipality ciudad municipio pueblo comunidad aldea'),
  ward: column('text', 'ward', 'branch barrio rama'),
  idGroup: column('text', 'idGroup', 'group grupo idgrupo'),
  childComments: column('text', 'childComments', 'comentariosdelnino'),
  childInterviewer: column('text', 'childInterviewer', 'registeredby registradopor'),
  created: column('instant', 'created', ''),

  screenId: column('id', 'screenId', 'screeningid idscreening idevaluacion'),
  surveyDate: column(
    'date',
    'screenDate',
    'screeningdate survdate date visitdate dateofvisit dateofscreening measurementdate dateofmeasurement fecha fechadeevaluacion fechaevaluacion fechademedicion fechamedicion fechadevisita fechavisita fechadecontrol fechacontrol fechadeencuesta',
  ),
  weight: column('number', 'weight', 'weightkg kg peso pesokg pesoenkg'),
  height: column(
    'number',
    'height',
    'heightcm length lengthcm lenhei lengthheight cm talla tallacm estatura longitud altura tallaencm',
  ),
  muac: column('number', 'muac', 'muaccm muacmm armcircumference pb pbcm perimetrobraquial cmb'),
  oedema: column('answer', 'oedema', 'edema swelling hinchazon edemabilateral'),
  measured: column('position', 'measured', 'measure position posicion lh measuredhow'),
  familyHealthPlan: column('answer', 'FamilyHealthPlan', 'plandesaludfamiliar'),
  followFamilyHealthPlan: column(
    'answer',
    'FollowFamilyHealthPlan',
    'siguelplandesaludfamiliar siguenelplandesaludfamiliar',
  ),
  visitedDoctor: column('answer', 'VisitedDoctorOrHealthClinic', 'visitoalmedico visitoclinica'),
  comments: column(
    'text',
    'comments',
    'comment notes note remarks comentario comentarios notas observacion observaciones',
  ),
  interviewer: column(
    'text',
    'interviewer',
    'screener measuredby evaluador evaluadora entrevistador entrevistadora encuestador',
  ),
  latitude: column('number', 'latitude', 'lat latitud'),
  longitude: column('number', 'longitude', 'lon lng long longitudgeografica'),
  screenCreated: column('instant', 'screenCreated', ''),
  ageOverride: column('number', 'ageOverride', 'edadcorregida'),
  zScoreConfirmed: column('answer', 'zConfirmed', ''),
  ha: column('number', 'ha', ''),
  wa: column('number', 'wa', ''),
  wl: column('number', 'wh', ''),
  referralOutcome: column('outcome', 'referralOutcome', ''),
  referralDate: column('date', 'referralDate', ''),
  referralNote: column('text', 'referralNote', ''),
  outsideHeight: column('number', 'outsideHeight', ''),
  outsideWeight: column('number', 'outsideWeight', ''),
  departure: column('outcome', 'departure', ''),
  departureDate: column('date', 'departureDate', ''),
  consent: column('answer', 'consent', 'consentimiento'),
  consentDay: column('date', 'consentDay', ''),
  consentBy: column('text', 'consentBy', ''),
  mayMessage: column('answer', 'mayMessage', ''),
  mayMessageDay: column('date', 'mayMessageDay', ''),
  mayMessageBy: column('text', 'mayMessageBy', ''),
  language: column('language', 'language', ''),
  cardNumber: column('text', 'cardNumber', ''),
  landmark: column('text', 'landmark', ''),
} as const satisfies Record<string, ImportColumn>;

export type ImportField = keyof typeof IMPORT_FIELDS;

/** The fields' names, in order. `Object.keys` widens them to string, hence the assertion. */
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as readonly ImportField[];

const NAMES: ReadonlySet<string> = new Set(IMPORT_FIELD_NAMES);

/** Whether a word is the name of a field. */
export function isImportField(word: string): word is ImportField {
  return NAMES.has(word);
}

/** Fields that every row needs; an age in months may replace the birth date. */
export const NEEDED_FIELDS = ['firstName', 'lastName', 'gender', 'birthDate'] as const;
