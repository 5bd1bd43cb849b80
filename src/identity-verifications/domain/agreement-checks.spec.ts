import { FACE, PASSPORT } from '../../../test/support/decision-inputs.js';
import { findingsOf, printOf, side } from '../../../test/support/document-findings.js';
import { decide } from './decision.policy.js';

test('print in which the date of expiry alone was not found is clear, and says so', () => {
  const printed = printOf('ERIKSSON', 'ANNA MARIA', '12 AUG 1974', 'L898902C3');
  const { checks } = decide({ ...PASSPORT, front: side(findingsOf({}, {}, { printed }), FACE) });
  expect(checks.find(({ id }) => id === 'printed_text')).toMatchObject({
    outcome: 'clear',
    message: expect.stringMatching(/date of expiry was not found$/),
  });
});
