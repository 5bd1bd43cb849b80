import { Random } from '../../../scripts/mrz/random.js';
import { FieldKeys } from './field-keys.js';

it('cleans names, and tells apart those that become the same', () => {
  const keys = new FieldKeys();
  const names = [
    'a.b',
    'a_b',
    'A B',
    'a_b_2',
    'Größe (m²)',
    '日本',
    '',
    '1st',
    'form[0].x-1',
    'x'.repeat(70),
    'x'.repeat(71),
  ];
  expect(names.map((name) => keys.keyFor(name))).toEqual([
    ...['a_b', 'a_b_2', 'a_b_3', 'a_b_2_2', 'gro_e_m2', 'field', 'field_2', 'field_1st', 'form_0_x_1'],
    ...['x'.repeat(64), `${'x'.repeat(62)}_2`],
  ]);
});

it('gives every name a key of its own, in the form that definitions ask for', () => {
  const random = new Random(33);
  const keys = new FieldKeys();
  const letters = ['a', 'B', '_', '.', '1', 'é', '字', ' ', '_2'];
  const given = Array.from({ length: 2_000 }, () =>
    keys.keyFor(
      Array.from({ length: random.below(8) }, () => letters[random.below(letters.length)]).join(''),
    ),
  );
  expect(new Set(given).size).toBe(given.length);
  expect(given.filter((key) => !/^[a-z][a-z0-9_]{0,63}$/.test(key))).toEqual([]);
});
