import { isPrintedSpecimen } from './specimen-words.js';

describe('a word for a specimen in print', () => {
  test.each([
    ...['SPECIMEN', 'Spécimen', 'ESPÉCIMEN', 'SPESIMEN', 'SPECIMENSPECIMEN', '"SPECIMEN-', 'SPEC1MEN'],
    ...['MUSTER', 'MUSTERSTADT', 'VZOR', 'WZÓR', 'VZORKA', 'ÖRNEK', '0RNEK', 'MUESTRA', 'MODELLO', 'MINTA'],
    ...['PARAUGS', 'PAVYZDYS', 'NÄIDIS', 'MALLI', 'UZORAK', 'EKSEMPLAR', 'VOORBEELD', 'S P E C I M E N'],
  ])('counts: %s', (word) => {
    expect(isPrintedSpecimen(['PASSPORT', ...word.split(' '), 'ERIKSSON'], 'ERIKSSON ANNA MARIA')).toBe(true);
  });

  test.each([
    ['MUSTER', 'MUSTER HANS'],
    ['Modelo', 'GARCIA MODELO JUAN'],
    ['SAMPLER', 'ERIKSSON ANNA'],
    ['MUSTERMEIER', 'ERIKSSON ANNA'],
    ['SPECIAL', 'ERIKSSON ANNA'],
  ])('does not count: %s of %s', (word, holder) => {
    expect(isPrintedSpecimen(['PASSPORT', word], holder)).toBe(false);
  });
});
