/** A browser and the system that it runs on. */
export interface DeviceName {
  browser: string;
  /** The browser's version as people know it, such as 128. */
  version: string;
  system: string;
}

/** The first that fits: Edge and Opera call themselves Chrome as well, and Chrome calls itself Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a User-Agent header names, in words that people know. Null if it names no browser or system of these. */
export function deviceName(userAgent: string): DeviceName | null {
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  for (const [pattern, browser] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined && system !== undefined) return { browser, version, system };
  }
  return null;
}
