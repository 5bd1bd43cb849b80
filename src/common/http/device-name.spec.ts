import { deviceName } from './device-name.js';

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the name of a device', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0.0.0 Safari/537.36`,
      'Chrome 140',
      'Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/141.0.0.0`,
      'Edge 141',
      'Windows',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
      'Chrome 140',
      'Android',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145', 'Linux'],
    ['Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0', 'Firefox 128', 'Android'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari 18',
      'Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari 18',
      'iPhone',
    ],
  ])('names the browser and system of %s', (userAgent, name, on) => {
    const { browser, version, system } = deviceName(userAgent)!;
    expect([`${browser} ${version}`, system]).toEqual([name, on]);
  });

  it.each(['', 'curl/8.5.0', '<script>', 'Mozilla/5.0 (X11; Linux x86_64)'])(
    'does not name the device of "%s"',
    (userAgent) => {
      expect(deviceName(userAgent)).toBeNull();
    },
  );
});
