import { TemplateRenderer } from '../../platform/templates/template-renderer.js';
import { factsInWords, READ_FACTS } from './activity-facts.js';

const templates = new TemplateRenderer();
const german = (data: Record<string, unknown>) =>
  factsInWords(data).facts.map(({ what, text, says, instant }) => {
    const label = templates.text(`dashboard.activity.facts.${what}`, 'de');
    return `${label}: ${text ?? instant ?? templates.translate(says!, { locale: 'de' })}`;
  });

it('has a text for every fact that is put into words, and no others', () => {
  expect(templates.namesBelow('dashboard.activity.facts', 'en').sort()).toEqual([...READ_FACTS].sort());
});

it.each<[type: string, data: Record<string, unknown>, words: string[]]>([
  [
    'endpoint_saved',
    { host: '8.8.8.8', events: ['signature.completed'], holdsWhenDown: true },
    ['Adresse: 8.8.8.8', 'Ereignisse: signature.completed', 'Wird bei Ausfall angehalten: ja'],
  ],
  ['api_key_created', { scopes: ['a', 'b', 'c', 'd'] }, ['Scopes: 4']],
  ['role_changed', { from: 'owner', to: 'admin' }, ['Von: Inhaber', 'Auf: Admin']],
  ['member_removed', { role: 'reviewer' }, ['Rolle: Prüfer']],
  ['retention_set', { from: 1, to: 30 }, ['Von: 1 Tag', 'Auf: 30 Tage']],
  [
    'failed_deliveries_replayed',
    { from: '2026-01-31T12:00:00.000Z', until: '2026-02-01T12:00:00.000Z' },
    ['Von: 2026-01-31T12:00:00.000Z', 'Bis: 2026-02-01T12:00:00.000Z'],
  ],
  ['document_downloaded', { document: 'signed' }, ['Dokument: Unterzeichnetes PDF']],
  ['review_decided', { result: 'approved' }, ['Ergebnis: Bestätigt']],
  ['person_asked_again', { part: 'front', reason: 'glare' }, ['Teil: Vorderseite des Dokuments']],
  ['four_eyes_set', { fourEyes: false }, ['Zwei Prüfer müssen zustimmen: nein']],
])('puts the facts of %s into words', (_type, data, words) => {
  expect(german(data)).toEqual(words);
});

it('keeps ids, and values that it does not know, for the details', () => {
  const period = { documentRetentionDays: 30 };
  expect(factsInWords({ signerId: 4711, to: period, result: '__proto__', toString: 1 })).toEqual({
    facts: [],
    codes: [
      { what: 'signerId', fact: '4711' },
      { what: 'to', fact: '{"documentRetentionDays":30}' },
      { what: 'result', fact: '__proto__' },
      { what: 'toString', fact: '1' },
    ],
  });
});
