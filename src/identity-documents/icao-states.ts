import countries from 'i18n-iso-countries';

interface IcaoCode {
  alpha2: string | null;
  alpha3: string;
}

/**
 * Codes of ICAO 9303-3 §5 that are not ISO 3166-1 alpha-3 codes of a country, with what ISO writes instead.
 * Where ISO has no code of its own (stateless persons, organizations, the specimen state), alpha-2 is null.
 */
const OWN_CODES: Record<string, IcaoCode> = {
  D: { alpha2: 'DE', alpha3: 'DEU' },
  // British passports that do not make their bearer a British citizen.
  GBD: { alpha2: 'GB', alpha3: 'GBR' },
  GBN: { alpha2: 'GB', alpha3: 'GBR' },
  GBO: { alpha2: 'GB', alpha3: 'GBR' },
  GBP: { alpha2: 'GB', alpha3: 'GBR' },
  GBS: { alpha2: 'GB', alpha3: 'GBR' },
  // Kosovo, as its own authorities and as the UN mission write it; XK and XKX are user-assigned in ISO 3166.
  RKS: { alpha2: 'XK', alpha3: 'XKX' },
  UNK: { alpha2: 'XK', alpha3: 'XKX' },
  // Organizations. EU and UN are reserved in ISO 3166 exactly for these.
  EUE: { alpha2: 'EU', alpha3: 'EUE' },
  UNO: { alpha2: 'UN', alpha3: 'UNO' },
  UNA: { alpha2: 'UN', alpha3: 'UNA' },
  ...unmapped('XBA', 'XIM', 'XCC', 'XCE', 'XCO', 'XEC', 'XPO', 'XES', 'XMP', 'XOM', 'XDC'),
  // Stateless persons, refugees, and persons of unspecified nationality.
  ...unmapped('XXA', 'XXB', 'XXC', 'XXX'),
  // Utopia, the state of ICAO's own specimens.
  ...unmapped('UTO'),
};

/** Germany writes `D` in its documents, so that the ISO code there is a sign of a reading or a document gone wrong. */
const UNUSED_ISO_CODES = new Set(['DEU', 'XKX']);

function unmapped(...codes: string[]): Record<string, IcaoCode> {
  return Object.fromEntries(codes.map((code) => [code, { alpha2: null, alpha3: code }]));
}

/** Whether a machine readable zone may name this issuer or nationality. Fillers must be taken off before. */
export function isIcaoState(code: string): boolean {
  if (Object.hasOwn(OWN_CODES, code)) return true;
  return (
    /^[A-Z]{3}$/.test(code) && !UNUSED_ISO_CODES.has(code) && countries.alpha3ToAlpha2(code) !== undefined
  );
}

/** Two letters for a code of the zone (`GBR` → `GB`, `D` → `DE`); null where ISO has none, or the code is unknown. */
export function toIsoAlpha2(code: string): string | null {
  if (Object.hasOwn(OWN_CODES, code)) return OWN_CODES[code]!.alpha2;
  return /^[A-Z]{3}$/.test(code) ? (countries.alpha3ToAlpha2(code) ?? null) : null;
}

/** Three letters for a code of the zone (`D` → `DEU`, `GBN` → `GBR`, `UTO` → `UTO`); null for an unknown code. */
export function toIsoAlpha3(code: string): string | null {
  if (Object.hasOwn(OWN_CODES, code)) return OWN_CODES[code]!.alpha3;
  return toIsoAlpha2(code) === null ? null : code;
}
