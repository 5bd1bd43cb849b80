import { callIn } from './script-calls.js';

it.each([
  ['AFNumber_Format(2, 0, -1, 0, "\\u20ac ", true);', 'AFNumber_Format', [2, 0, -1, 0, '€ ', true]],
  [" AFDate_FormatEx ( 'mm/dd/yyyy' ) ;; ", 'AFDate_FormatEx', ['mm/dd/yyyy']],
  ['/* a */ f( // b\n "c//d" )', 'f', ['c//d']],
  ['AFSimple_Calculate("SUM", new Array ("a.b", "c"));', 'AFSimple_Calculate', ['SUM', ['a.b', 'c']]],
  ['f(["a"], [], null)', 'f', [['a'], [], null]],
  ['f()', 'f', []],
  ['f("\\x41\\n\\"")', 'f', ['A\n"']],
])('recognizes %s', (script, name, values) => {
  expect(callIn(script)).toEqual({ name, values });
});

it.each([
  '',
  'f',
  'f(',
  'f)',
  '(1)',
  'f(1) g(2)',
  'f(1); g(2);',
  'f(1,)',
  'f(1 2)',
  'f(,1)',
  'f(g(1))',
  'f(1 + 1)',
  'f(new Array("a" "b"))',
  'f(new Array(1))',
  'f("unclosed)',
  'if (x) f(1);',
  'event.value = 1',
  'f(constructor)',
  'f(1, /* unclosed',
])('does not recognize %s', (script) => {
  expect(callIn(script)).toBeNull();
});

it.each([
  'f(' + '"a",'.repeat(20_000),
  '/*'.repeat(30_000),
  '('.repeat(60_000),
  '"\\'.repeat(30_000),
  '/* *'.repeat(15_000),
])('gives up soon on what never ends', (script) => {
  const start = performance.now();
  expect(callIn(script)).toBeNull();
  expect(performance.now() - start).toBeLessThan(1_000);
});
