import { contentDisposition } from './page.js';

it.each([
  ['Zoë.pdf', `attachment; filename="Zo_.pdf"; filename*=UTF-8''Zo%C3%AB.pdf`],
  ['../a.pdf', `attachment; filename=".._a.pdf"; filename*=UTF-8''.._a.pdf`],
  ['a\u202efdp.exe', `attachment; filename="afdp.exe"; filename*=UTF-8''afdp.exe`],
  ['a\r\nb\ud800.pdf', `attachment; filename="a b_.pdf"; filename*=UTF-8''a%20b%EF%BF%BD.pdf`],
])('sends the file name %j as %j', (name, header) => {
  expect(contentDisposition('attachment', name)).toBe(header);
});
