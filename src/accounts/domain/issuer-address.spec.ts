import { descriptionUrl, isIssuerAt, renamed } from './issuer-address.js';

const WELL_KNOWN = '/.well-known/openid-configuration';
const AUTHENTIK = 'https://auth.acme.test/application/o/countersign/';

describe('the address of an issuer', () => {
  it.each([
    ['https://acme.eu.auth0.com', 'https://acme.eu.auth0.com/.well-known/openid-configuration'],
    ['https://acme.eu.auth0.com/', 'https://acme.eu.auth0.com/.well-known/openid-configuration'],
    [AUTHENTIK, AUTHENTIK + WELL_KNOWN.slice(1)],
    [AUTHENTIK.slice(0, -1), AUTHENTIK + WELL_KNOWN.slice(1)],
    [AUTHENTIK + WELL_KNOWN.slice(1), AUTHENTIK + WELL_KNOWN.slice(1)],
    [
      'https://acme.okta.com/oauth2/default/.well-known/oauth-authorization-server',
      'https://acme.okta.com/oauth2/default/.well-known/oauth-authorization-server',
    ],
  ])('finds the description of %s at %s', (issuer, url) => {
    expect(descriptionUrl({ issuer, description: null })).toBe(url);
  });

  it.each([
    [
      `https://acme.b2clogin.com/acme.onmicrosoft.com/v2.0${WELL_KNOWN}?p=B2C_1_signin`,
      `https://acme.b2clogin.com/acme.onmicrosoft.com/v2.0${WELL_KNOWN}?p=B2C_1_signin`,
    ],
    ['https://acme.ciamlogin.com/id/v2.0', `https://acme.ciamlogin.com/id/v2.0${WELL_KNOWN}`],
    ['https://acme.ciamlogin.com/id/v2.0/?a=b', `https://acme.ciamlogin.com/id/v2.0${WELL_KNOWN}?a=b`],
  ])('finds a description that is elsewhere than its issuer, at %s', (description, url) => {
    expect(descriptionUrl({ issuer: 'https://id.ciamlogin.com/id/v2.0', description })).toBe(url);
  });

  it.each([AUTHENTIK, AUTHENTIK.slice(0, -1), AUTHENTIK + WELL_KNOWN.slice(1)])(
    'recognizes the issuer’s own address in the form people copy: %s',
    (address) => {
      expect(isIssuerAt(AUTHENTIK, address)).toBe(true);
      expect(renamed({ issuer: address, description: null }, AUTHENTIK)).toEqual({
        issuer: AUTHENTIK,
        description: null,
      });
    },
  );

  it('recognizes the issuer when the well-known path comes before its own', () => {
    const described = 'https://acme.test/.well-known/oauth-authorization-server/tenant';
    expect(isIssuerAt('https://acme.test/tenant', described)).toBe(true);
    expect(renamed({ issuer: described, description: null }, 'https://acme.test/tenant')).toEqual({
      issuer: 'https://acme.test/tenant',
      description: described,
    });
  });

  it.each([
    'https://auth.acme.test/application/o/other/',
    'https://auth.acme.test/application/o/countersign//',
    'https://auth.acme.test/Application/o/countersign/',
    'https://auth.acme.test:8443/application/o/countersign/',
    'https://evil.test/application/o/countersign/',
  ])('does not take %s for the issuer’s address', (named) => {
    expect(isIssuerAt(named, AUTHENTIK)).toBe(false);
  });
});
