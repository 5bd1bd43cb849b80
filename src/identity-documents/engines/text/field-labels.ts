/** The labelled fields, including dates. */
export type DateFieldName = 'birthDate' | 'issueDate' | 'expiryDate';
export type PrintedFieldName = 'surname' | 'givenNames' | 'documentNumber' | DateFieldName;

export function isDateField(name: PrintedFieldName): name is DateFieldName {
  return name.endsWith('Date');
}

/**
 * Field labels: numbered on EU licences (Directive 2006/126/EC, Annex I), abbreviated on North American ones
 * (AAMVA card design standard, Annex A), named on passports and cards in one or more languages (ICAO 9303-4
 * §4.1). OCR may drop the dot after a small number, or read the two as a letter.
 */
export const LABELS: Readonly<Record<PrintedFieldName, RegExp>> = {
  surname:
    /^(?:LN\b|(?:1[.,]? )?(?:SURNAME|LAST NAME|FAMILY NAME|NAME\/NOM|NOM\b|APELLIDOS?|NACHNAME|COGNOME)[^ ]*|(?:1[.,]?|[IL][.,])(?= |$))/,
  givenNames:
    /^(?:FN\b|(?:2[.,]? )?(?:GIVEN NAMES?|FIRST NAMES?|FORENAMES?|PRENOMS?|NOMBRES?|VORNAMEN?|NOME\b)[^ ]*|(?:2[.,]?|Z[.,])(?= |$))/,
  birthDate:
    /^(?:3 ?DOB|DOB\b|3[.,]?(?= |$)|(?:[BD]ATE OF BIRTH|DATE DE NAISSANCE|FECHA DE NACIMIENTO|GEBURTSDATUM)[^ ]*)/,
  issueDate: /^(?:4A[.,]?|ISS\b|(?:DATE OF ISSUE|DATE DE DELIVRANCE|FECHA DE EXPEDICION)[^ ]*)/,
  expiryDate:
    /^(?:4B[.,]?|4B ?EXP|EXP\b|(?:DATE OF EXPIRY|EXPIRES|VALID UNTIL|DATE D'EXPIRATION|VALABLE JUSQU|GUELTIG BIS)[^ ]*)/,
  documentNumber:
    /^(?:(?:5[.,]?|S[.,])(?= (?!DD)|$)|4D ?DLN|DLN?\b|LIC(?:ENSE)? NO|(?:PASSPORT NO|DOCUMENT NO|CARD NO|DOCUMENT NUMBER|NUMERO)[^ ]*)/,
};

/** Labels that only North American cards have, which print the month before the day. */
export const NORTH_AMERICAN = /^(?:LN|FN|3 ?DOB|4A ?ISS|4B ?EXP|4D ?DLN?)\b/;

/** Labels of dates anywhere in a line: passports number them, and print them in two or three languages. */
export const DATE_LABELS: Readonly<Record<DateFieldName, RegExp>> = {
  birthDate:
    /\b(?:[BD]ATE OF BIRTH|DATE DE NAISSANCE|FECHA DE NACIMIENTO|GEBURTSDATUM|DATA DI NASCITA|DATA DE NASCIMENTO|GEBOORTEDATUM|DATA URODZENIA)\b/,
  issueDate:
    /\b(?:DATE OF ISSUE|DATE DE DELIVRANCE|FECHA DE EXPEDICION|AUSSTELLUNGSDATUM|DATA DI RILASCIO|DATA DE EMISSAO|DATA WYDANIA)\b/,
  expiryDate:
    /\b(?:DATE OF EXPIR[YA]|DATE D.?EXPIRATION|VALABLE JUSQU.?AU|FECHA DE (?:CADUCIDAD|VENCIMIENTO)|VALIDEZ|GU?E?LTIG BIS|DATA DI SCADENZA|DATA DE VALIDADE|DATA WAZNOSCI|VALID UNTIL|EXPIRY DATE)\b/,
};
