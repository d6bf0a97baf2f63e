/**
 * Country code of the catalogue → ISO 3166-1 alpha-2 code of its flag. The catalogue uses ISO
 * alpha-3 codes, except LIB (Liberia, ISO: LBR) and WAL (Sierra Leone, ISO: SLE): these two are
 * part of stored database names and therefore stay.
 */
const FLAGS: Readonly<Record<string, string>> = {
  BOL: 'BO',
  BRA: 'BR',
  COL: 'CO',
  ECU: 'EC',
  GHA: 'GH',
  GTM: 'GT',
  HND: 'HN',
  HTI: 'HT',
  KHM: 'KH',
  KIR: 'KI',
  LIB: 'LR',
  MDG: 'MG',
  MNG: 'MN',
  NGA: 'NG',
  NIC: 'NI',
  PER: 'PE',
  PHL: 'PH',
  PRY: 'PY',
  SLV: 'SV',
  VEN: 'VE',
  WAL: 'SL',
  ZWE: 'ZW',
};

/** The flag of a country code of the catalogue, e.g. `WAL` gives `SL`; `null` when unknown. */
export function flagOfCountry(code: string): string | null {
  return Object.hasOwn(FLAGS, code) ? (FLAGS[code] ?? null) : null;
}
