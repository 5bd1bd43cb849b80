import { isPrintedSpecimen } from './specimen-words.js';

describe('specimen words in print', () => {
  test.each([
    ...['SPECIMEN', 'Spécimen', 'ESPÉCIMEN', 'SPESIMEN', 'SPECIMENSPECIMEN', '"SPECIMEN-', 'SPEC1MEN'],
    ...['MUSTER', 'MUSTERSTADT', 'VZOR', 'WZÓR', 'VZORKA', 'ÖRNEK', '0RNEK', 'MUESTRA', 'MODELLO', 'MINTA'],
    ...['PARAUGS', 'PAVYZDYS', 'NÄIDIS', 'MALLI', 'UZORAK', 'EKSEMPLAR', 'VOORBEELD', 'S P E C I M E N'],
  ])('takes %s for a specimen word', (word) => {
    expect(isPrintedSpecimen(['PASSPORT', ...word.split(' '), 'ERIKSSON'], 'ERIKSSON ANNA MARIA')).toBe(true);
  });

  test.each([
    ['MUSTER', 'MUSTER HANS'],
    ['Modelo', 'GARCIA MODELO JUAN'],
    ['SAMPLER', 'ERIKSSON ANNA'],
    ['MUSTERMEIER', 'ERIKSSON ANNA'],
    ['SPECIAL', 'ERIKSSON ANNA'],
  ])('does not take %s of %s for a specimen word', (word, holder) => {
    expect(isPrintedSpecimen(['PASSPORT', word], holder)).toBe(false);
  });
});
