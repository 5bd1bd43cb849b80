import { type DocumentFindings } from '../../document-analysis/document-findings.js';
import { doubted, findingsOf, unreadFindings } from '../../../test/support/document-findings.js';
import { type DocumentType } from '../identity-verification.entity.js';
import { retakeReason } from './retake.policy.js';

const blurredReading = findingsOf({}, doubted('low_confidence'), {
  readable: false,
  unreadableReason: 'blurred',
});

test.each<[string, DocumentType, DocumentFindings, string | null]>([
  ['a good photo', 'passport', findingsOf(), null],
  ['a blurred photo', 'passport', unreadFindings('blurred'), 'blurred'],
  ['a blurred zone', 'passport', blurredReading, 'blurred'],
  ['no zone', 'passport', unreadFindings('no_document_found'), 'no_document_found'],
  ['a zone in doubt', 'passport', findingsOf({}, doubted('check_digit')), 'unclear'],
  ['a guess', 'passport', findingsOf({}, doubted('substitution', 'low_confidence')), 'unclear'],
  ['a state nobody knows', 'passport', findingsOf({}, doubted('unknown_state')), 'unclear'],
  ['another document', 'passport', findingsOf({}, doubted('not_a_passport')), 'wrong_document'],
  ['altered data', 'passport', findingsOf({}, { ...doubted('check_digit'), contradictory: true }), null],
  ['a date that is none, read with certainty', 'passport', findingsOf({}, doubted('invalid_date')), null],
  ['a sharp card', 'id_card', unreadFindings('no_document_found'), null],
  ['a blurred card', 'id_card', unreadFindings('blurred'), 'blurred'],
  ['a passport instead of a card', 'drivers_license', findingsOf(), 'wrong_document'],
])('%s (%s asked)', (_name, documentType, findings, expected) => {
  expect(retakeReason(findings, documentType)).toBe(expected);
});

test('what could not be opened at all is taken again', () => {
  const unopened = { ...unreadFindings('truncated'), quality: null };
  expect(retakeReason(unopened, 'id_card')).toBe('blurred');
  expect(retakeReason(unopened, 'passport')).toBe('no_document_found');
});
