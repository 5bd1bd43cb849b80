import { initialsOf } from './document-field.js';

it.each([
  ['Anna Maria Eriksson', 'AE'],
  ['  jonas ', 'J'],
  ['ольга шевченко', 'ОШ'],
  ['E\u0301mile Zola', 'E\u0301Z'],
  ['नेहा शर्मा', 'नेश'],
  ['கோபால் மேனன்', 'கோமே'],
  ['𠮷田 花子', '𠮷花'],
  ['', ''],
])('takes from %j the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
