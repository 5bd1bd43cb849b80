import { toReasons } from './review-case.view-model.js';

it('tells the same reason once, in the order in which they came', () => {
  expect(toReasons(['specimen_document', 'His hair is longer', 'specimen_document'])).toEqual([
    { reason: 'specimen_document', isCode: true },
    { reason: 'His hair is longer', isCode: false },
  ]);
});
