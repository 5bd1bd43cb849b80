import countries from 'i18n-iso-countries';

interface IcaoCode {
  alpha2: string | null;
  alpha3: string;
}

/**
 * Codes of ICAO 9303-3 §5 that are not the ISO 3166-1 alpha-3 code of a country, with their ISO equivalents.
 * Alpha-2 is null where ISO has no code (stateless persons, organizations, the specimen state).
 */
const OWN_CODES: Record<string, IcaoCode> = {
  D: { alpha2: 'DE', alpha3: 'DEU' },
  // British passports whose holders are not British citizens.
  GBD: { alpha2: 'GB', alpha3: 'GBR' },
  GBN: { alpha2: 'GB', alpha3: 'GBR' },
  GBO: { alpha2: 'GB', alpha3: 'GBR' },
  GBP: { alpha2: 'GB', alpha3: 'GBR' },
  GBS: { alpha2: 'GB', alpha3: 'GBR' },
  // Kosovo, as written by its own authorities and by the UN mission; ISO 3166 leaves XK and XKX to users.
  RKS: { alpha2: 'XK', alpha3: 'XKX' },
  UNK: { alpha2: 'XK', alpha3: 'XKX' },
  // Organizations; ISO 3166 reserves EU and UN for these two.
  EUE: { alpha2: 'EU', alpha3: 'EUE' },
  UNO: { alpha2: 'UN', alpha3: 'UNO' },
  UNA: { alpha2: 'UN', alpha3: 'UNA' },
  ...unmapped('XBA', 'XIM', 'XCC', 'XCE', 'XCO', 'XEC', 'XPO', 'XES', 'XMP', 'XOM', 'XDC'),
  // Stateless persons, refugees, and persons of unspecified nationality.
  ...unmapped('XXA', 'XXB', 'XXC', 'XXX'),
  // Utopia, the issuing state of ICAO's specimens.
  ...unmapped('UTO'),
};

/** Never used in an MRZ: Germany writes `D`, so `DEU` indicates a misreading or a forgery. */
const UNUSED_ISO_CODES = new Set(['DEU', 'XKX']);

function unmapped(...codes: string[]): Record<string, IcaoCode> {
  return Object.fromEntries(codes.map((code) => [code, { alpha2: null, alpha3: code }]));
}

/** Whether an MRZ can have this issuing state or nationality. `code` has no fillers. */
export function isIcaoState(code: string): boolean {
  if (Object.hasOwn(OWN_CODES, code)) return true;
  return (
    /^[A-Z]{3}$/.test(code) && !UNUSED_ISO_CODES.has(code) && countries.alpha3ToAlpha2(code) !== undefined
  );
}

/**
 * ISO alpha-2 for an MRZ code (`GBR` → `GB`, `D` → `DE`); null for an unknown code or one without ISO
 * equivalent.
 */
export function toIsoAlpha2(code: string): string | null {
  if (Object.hasOwn(OWN_CODES, code)) return OWN_CODES[code]!.alpha2;
  return /^[A-Z]{3}$/.test(code) ? (countries.alpha3ToAlpha2(code) ?? null) : null;
}

/** ISO alpha-3 for an MRZ code (`D` → `DEU`, `GBN` → `GBR`, `UTO` → `UTO`); null for an unknown code. */
export function toIsoAlpha3(code: string): string | null {
  if (Object.hasOwn(OWN_CODES, code)) return OWN_CODES[code]!.alpha3;
  return toIsoAlpha2(code) === null ? null : code;
}
