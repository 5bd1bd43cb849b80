import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { toReasons } from './review-case.view-model.js';

it('tells the same reason once, in the order in which they came', () => {
  expect(toReasons(['specimen_document', 'His hair is longer', 'specimen_document'])).toEqual([
    { reason: 'specimen_document', isCode: true },
    { reason: 'His hair is longer', isCode: false },
  ]);
});

it('has a text for each outcome of each check, but for those that did not run', () => {
  const templates = new TemplateRenderer();
  const below = (key: string) => templates.namesBelow(`dashboard.reviews.${key}`, 'en');
  // What is on a picture alone, and what the organization accepts, proves nothing against a person.
  const neverFail = ['image_quality', 'birth_date', 'specimen', 'seen_before'];
  const outcomes = (id: string) => ['clear', 'uncertain', ...(neverFail.includes(id) ? [] : ['fail'])];
  const expected = below('checkNames').flatMap((id) => outcomes(id).map((outcome) => `${id}.${outcome}`));
  expect(below('checkTexts').sort()).toEqual(expected.sort());
});
