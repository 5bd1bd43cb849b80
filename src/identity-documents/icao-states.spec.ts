import { isIcaoState, toIsoAlpha2, toIsoAlpha3 } from './icao-states.js';

describe('states in the MRZ', () => {
  it.each([
    ['D', 'DE', 'DEU'],
    ['GBR', 'GB', 'GBR'],
    ['GBD', 'GB', 'GBR'],
    ['GBN', 'GB', 'GBR'],
    ['GBO', 'GB', 'GBR'],
    ['GBP', 'GB', 'GBR'],
    ['GBS', 'GB', 'GBR'],
    ['CHE', 'CH', 'CHE'],
    ['USA', 'US', 'USA'],
    ['RKS', 'XK', 'XKX'],
    ['EUE', 'EU', 'EUE'],
    ['UNO', 'UN', 'UNO'],
    ['UTO', null, 'UTO'],
    ['XOM', null, 'XOM'],
    ['XPO', null, 'XPO'],
    ['XXA', null, 'XXA'],
    ['XXB', null, 'XXB'],
    ['XXC', null, 'XXC'],
    ['XXX', null, 'XXX'],
  ])('maps the state %s to %s and %s', (code, alpha2, alpha3) => {
    expect([isIcaoState(code), toIsoAlpha2(code), toIsoAlpha3(code)]).toEqual([true, alpha2, alpha3]);
  });

  it.each(['', 'DE', 'QQQ', 'uto', 'D<<', 'BDR', 'constructor', 'XYZ', '276'])(
    'does not know the state %j',
    (code) => {
      expect([isIcaoState(code), toIsoAlpha2(code), toIsoAlpha3(code)]).toEqual([false, null, null]);
    },
  );

  it('rejects the ISO code that Germany does not use', () => {
    expect(isIcaoState('DEU')).toBe(false);
    expect(toIsoAlpha2('DEU')).toBe('DE');
  });
});
