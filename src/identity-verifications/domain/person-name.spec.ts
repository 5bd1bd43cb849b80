import { splitName } from './person-name.js';

test.each([
  ['Anna Eriksson', 'Anna', 'Eriksson', 'Anna Eriksson'],
  ['  Anna  Maria\tEriksson ', 'Anna Maria', 'Eriksson', 'Anna Maria Eriksson'],
  ['Sukarno', 'Sukarno', '', 'Sukarno'],
  ['', '', '', ''],
])('splits the name %j', (name, firstName, lastName, fullName) => {
  expect(splitName(name)).toEqual({ firstName, lastName, fullName });
});
