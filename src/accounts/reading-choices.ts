import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isZoneOrNone } from '../common/time-zones.js';
import { setReadingChoice } from '../organizations/account.queries.js';
import { LOCALES } from '../platform/templates/locales.js';
import { type SignedIn } from './dashboard-session.queries.js';

/** What a person enters. */
export interface ReadingChoice {
  /** Of the catalogue; empty for the browser's. */
  locale: string;
  /** IANA; empty for the device's. */
  timeZone: string;
}

/** The language and time zone in which people read the dashboard, in all their organizations. */
@Injectable()
export class ReadingChoices {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Nothing is recorded: it changes only what one person sees.
   * @returns the names of what does not exist; with any, nothing is saved
   */
  async set({ accountId }: SignedIn, { locale, timeZone }: ReadingChoice): Promise<(keyof ReadingChoice)[]> {
    const unknown = [
      ...(locale === '' || LOCALES.includes(locale) ? [] : (['locale'] as const)),
      ...(isZoneOrNone(timeZone) ? [] : (['timeZone'] as const)),
    ];
    if (unknown.length > 0) return unknown;
    const chosen = { locale: locale || null, timeZone: timeZone || null };
    await setReadingChoice(this.dataSource.manager, accountId, chosen);
    return [];
  }
}
