import {
  barcodeOf,
  doubted,
  enhancedOf,
  faceAt,
  findingsOf,
  flawed,
  mrzDate,
  portraitOf,
  printOf,
  unreadFindings,
} from '../../../test/support/document-findings.js';
import { type DocumentFindings } from '../../identity-documents/document-findings.js';
import { type Portrait } from '../../identity-documents/faces.js';
import { type PhotoOfSide, retakeReason } from './retake.policy.js';

const PASSPORT: PhotoOfSide = {
  findings: findingsOf(),
  portrait: null,
  side: 'front',
  documentType: 'passport',
  country: null,
  otherSideIsRead: false,
};
const CARD_FRONT: PhotoOfSide = {
  ...PASSPORT,
  documentType: 'id_card',
  findings: findingsOf({}, {}, { mrz: null }),
};
const CARD_BACK: PhotoOfSide = {
  ...CARD_FRONT,
  side: 'back',
  findings: findingsOf({ documentCode: 'ID' }, { format: 'TD1' }),
};
const LICENCE_BACK: PhotoOfSide = {
  ...CARD_BACK,
  documentType: 'drivers_license',
  country: 'US',
  findings: barcodeOf(),
};

const showing = (findings: DocumentFindings) => ({ ...PASSPORT, findings });
const withPortrait = (changes: Partial<Portrait>) => ({
  ...PASSPORT,
  portrait: portraitOf(faceAt(0), changes),
});

const blurredReading = findingsOf({}, doubted('low_confidence'), {
  quality: { ...findingsOf().quality!, isBlurred: true },
});
const noZone = findingsOf({}, {}, { mrz: null });
const empty = findingsOf({}, {}, { mrz: null, printed: printOf(''), readable: false });

test.each<[string, PhotoOfSide, string | null]>([
  ['a good photo', PASSPORT, null],
  ['a blurred photo', showing(unreadFindings('blurred')), 'blurred'],
  ['a blurred zone', showing(blurredReading), 'blurred'],
  ['no zone', showing(unreadFindings('no_document_found')), 'no_document_found'],
  ['a zone in doubt', showing(findingsOf({}, doubted('check_digit'))), 'unclear'],
  ['a guess', showing(findingsOf({}, doubted('substitution', 'low_confidence'))), 'unclear'],
  [
    'a state that may be misread',
    showing(findingsOf({}, doubted('unknown_state', 'low_confidence'))),
    'unclear',
  ],
  ['an unknown state, read with certainty', showing(findingsOf({}, { doubts: ['unknown_state'] })), null],
  ['a visa', showing(findingsOf({ documentCode: 'V' }, { format: 'MRVA' })), 'wrong_document'],
  [
    'a card instead of a passport',
    showing(findingsOf({ documentCode: 'ID' }, { format: 'TD1' })),
    'wrong_document',
  ],
  ['altered data', showing(findingsOf({}, { ...doubted('check_digit'), contradictory: true })), null],
  ['an invalid date', showing(findingsOf({ birthDate: mrzDate(null) }, { doubts: ['invalid_date'] })), null],
  ['no name', showing(findingsOf({}, { doubts: ['missing_name'] })), null],
  ['names of an unknown form', showing(findingsOf({}, { doubts: ['malformed_names'] })), null],
  [
    'a French card from before 2021',
    { ...CARD_FRONT, findings: findingsOf({ documentCode: 'ID' }, { format: 'IDFRA' }) },
    null,
  ],
  ['an unreadable file', showing({ ...unreadFindings('truncated'), quality: null }), 'blurred'],
  ['a cut-off passport', showing(flawed({ isCutOff: true })), 'cut_off'],
  ['a black and white copy', showing(flawed({ isMonochrome: true })), 'not_the_original'],
  ['a possible copy', showing(flawed({ mayBeCopy: true })), null],
  ['a good portrait', withPortrait({}), null],
  ['no portrait', withPortrait({ found: false }), 'no_portrait'],
  ['a small portrait', withPortrait({ tooSmall: true }), 'portrait_too_small'],
  ['the front of a card', CARD_FRONT, null],
  ['an empty picture instead of a card', { ...CARD_FRONT, findings: empty }, 'no_document_found'],
  ['a passport instead of a card', { ...CARD_FRONT, findings: findingsOf() }, 'wrong_document'],
  ['the back of a card', CARD_BACK, null],
  ['a back without a zone', { ...CARD_BACK, findings: noZone }, 'no_document_found'],
  [
    'a back without a zone where the front has it',
    { ...CARD_BACK, findings: noZone, otherSideIsRead: true },
    null,
  ],
  ['the back of a licence', LICENCE_BACK, null],
  ['an incomplete barcode', { ...LICENCE_BACK, findings: barcodeOf({}, { complete: false }) }, null],
  ['no barcode where there must be one', { ...LICENCE_BACK, findings: noZone }, 'barcode_unread'],
  ['no barcode where there need not be one', { ...LICENCE_BACK, findings: noZone, country: 'DE' }, null],
  ['the back of an enhanced licence', { ...LICENCE_BACK, findings: enhancedOf() }, null],
  [
    'the back of an enhanced licence without its barcode',
    { ...LICENCE_BACK, findings: { ...enhancedOf(), barcode: null } },
    'barcode_unread',
  ],
  [
    'the back of an enhanced identity card without its barcode',
    { ...CARD_BACK, findings: { ...enhancedOf(), barcode: null } },
    null,
  ],
  [
    'an enhanced identity card for a licence',
    { ...LICENCE_BACK, findings: enhancedOf({}, {}, { documentKind: 'ID' }) },
    'wrong_document',
  ],
  [
    'a state’s identity card for a licence',
    { ...LICENCE_BACK, findings: barcodeOf({}, { documentKind: 'ID' }) },
    'wrong_document',
  ],
])('decides whether to retake %s', (_name, photo, expected) => {
  expect(retakeReason(photo)).toBe(expected);
});
