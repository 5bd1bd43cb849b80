import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { failureInShort, failureInWords } from './failure-words.js';

const templates = new TemplateRenderer();

it.each([
  ['HTTP 503', 'The endpoint failed (503).'],
  ['HTTP 404', 'There is nothing at this address (404).'],
  ['HTTP 418', 'The endpoint answered 418.'],
  ['redirects are not followed (302)', 'The address redirects (302)'],
  ['timeout after 30 seconds', 'There was no complete response within 30 seconds.'],
  ['connection timeout', 'The endpoint could not be reached.'],
  ['the network cannot be reached', 'The endpoint could not be reached.'],
  ['answered 308, which is not followed', 'The address redirects (308)'],
  ['no answer in 30 s', 'There was no complete response within 30 seconds.'],
  ['no complete answer in 30 s', 'There was no complete response within 30 seconds.'],
  ['no connection: the host does not answer', 'The endpoint could not be reached.'],
  ['answer cut off', 'The endpoint closed the connection'],
  ['connection closed without an answer', 'The endpoint closed the connection'],
  ['name not found', 'The name in the address does not exist.'],
  ['name not found: the name server did not answer', 'could not be found: the name server did not answer.'],
  ['certificate expired on 2026-01-31T23:30:00Z', 'certificate expired on January 31, 2026 at 11:30 PM UTC.'],
  ['certificate expired on 2026-01-31', 'certificate expired on January 31, 2026.'],
  ['certificate not valid before 2026-01-31T12:00:00Z', 'not valid before January 31, 2026 at 12:00 PM UTC.'],
  ['certificate not valid yet', 'could be made: certificate not valid yet.'],
  ['self-signed certificate', 'could be made: self-signed certificate.'],
  ['TLS too old: 1.2 or 1.3 is needed', 'TLS 1.2 or 1.3'],
  ['private address: acme.test is not a public address', 'acme.test is not a public address.'],
  ['connection refused', 'Nothing accepts connections at this address.'],
  ['the receiver closed the connection early', 'The endpoint closed the connection'],
  ['DNS failure: the host name does not exist', 'could not be found: the host name does not exist.'],
  ['TLS error: wrong version number', 'No secure connection could be made: wrong version number.'],
  ['address not allowed: acme.test is not a public address', 'acme.test is not a public address.'],
  ['proxy: it refused the connection (HTTP 403)', 'it refused the connection (HTTP 403).'],
  ['the headers of the answer are too large', 'The limit is 16 KiB.'],
  ['the answer is not valid HTTP', 'does not speak HTTP'],
  ['no webhook address set', 'The endpoint had no address.'],
  ['the service was stopped', 'This service was stopped'],
  ['the service was interrupted too often while delivering', 'This service was stopped'],
  ['network error (EWHAT)', 'The attempt failed: network error (EWHAT).'],
])('explains "%s" as "%s"', (reason, words) => {
  expect(templates.translate(failureInWords(reason), { locale: 'en' })).toContain(words);
  // Beside an event, in a list.
  expect(templates.translate(failureInShort(reason), { locale: 'en' }).length).toBeLessThan(30);
});

it("tells when a certificate expired in the reader's zone", () => {
  const reader = { locale: 'de', timeZone: 'Asia/Tokyo' };
  const words = templates.translate(failureInWords('certificate expired on 2026-01-31T23:30:00Z'), reader);
  expect(words).toContain('1. Februar 2026 um 08:30');
});

it.each([
  ['HTTP 503', 'HTTP 503'],
  ['redirects are not followed (302)', 'HTTP 302'],
  ['no answer in 30 s', 'Keine Antwort in 30 s'],
  ['certificate expired on 2026-01-31T23:30:00Z', 'Zertifikat abgelaufen'],
  ['TLS error: wrong version number', 'Zertifikat nicht anerkannt'],
  ['worker lost', 'Auf unserer Seite unterbrochen'],
  ['the service was stopped', 'Auf unserer Seite unterbrochen'],
  ['network error (EWHAT)', 'Fehlgeschlagen'],
])('says "%s" in a few words of the reader: "%s"', (reason, words) => {
  expect(templates.translate(failureInShort(reason), { locale: 'de' })).toBe(words);
});
