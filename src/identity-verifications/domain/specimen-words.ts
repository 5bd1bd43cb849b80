import { toCapitals } from '../../identity-documents/print-agreement.js';

/**
 * Words for a specimen as printed by issuing states, without accents: SPÉCIMEN, ÖRNEK, VZOR, WZÓR, MUSTER … German
 * specimens also have them in place and street names. SPECIMEN can be part of a longer word, since it is printed in
 * rows.
 */
const SPECIMEN_WORD = new RegExp(
  `SPE[CS]IMEN|^(?:${[
    'SAMPLE|MUSTER(?:STADT|HAUSEN|ORT|STRASSE)?|MODELLO|MODELO|MUESTRA|MOSTRA|CAMPIONE|FACSIMILE|FACSIMIL',
    'VZOR|VZORKA|VZOREK|VZOREC|WZOR|UZORAK|PRIMJERAK|PRIMERAK|ESANTION|MINTA|ORNEK|NUMUNE',
    'PARAUGS|PAVYZDYS|NAIDIS|PROOV|MALLI|NAYTE|PROVEX|EKSEMPLAR|EXEMPLAR|VOORBEELD|SYNISHORN',
  ].join('|')})$`,
);
/** Digits that letters of these words are misread as. */
const MISREAD: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B' };

/**
 * Whether a word for a specimen is among the printed ones. The holder's own names do not count: people are called Muster
 * and Modelo.
 */
export function isPrintedSpecimen(printed: readonly string[], holder: string): boolean {
  const names = new Set(lettersIn(holder));
  return lettersIn(printed.join(' ')).some((word) => SPECIMEN_WORD.test(word) && !names.has(word));
}

/** The words of a text in capitals; spaced-out letters count as one word. */
function lettersIn(text: string): string[] {
  const capitals = toCapitals(text).replace(/[0158]/g, (digit) => MISREAD[digit]!);
  const joined = capitals.replace(/\b[A-Z](?: [A-Z]){3,}\b/g, (spaced) => spaced.replaceAll(' ', ''));
  return joined.split(/[^A-Z]+/).filter((word) => word !== '');
}
