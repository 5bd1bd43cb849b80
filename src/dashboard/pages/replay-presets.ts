import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { clockAt } from '../../common/time-zones.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { type Statement } from '../../platform/templates/statement.js';
import { findFailedEndpoints } from '../../webhooks/endpoint-attempts.queries.js';
import { queryOf } from '../domain/address-query.js';
import { type Seeker } from '../domain/seeker.js';

/** A period that is chosen with one click. */
interface ReplayPreset {
  says: Statement;
  href: string;
}

const HOUR_MS = 3_600_000;
/** How far back endpoints are looked for that failed. */
const DAYS = 7;

/** The periods that are offered for replaying failed deliveries. */
@Injectable()
export class ReplayPresets {
  constructor(private readonly dataSource: DataSource) {}

  /** The last hour and day, and the time since each endpoint that failed lately began to fail. */
  async find({ organizationId, timeZone }: Seeker): Promise<ReplayPreset[]> {
    const { manager } = this.dataSource;
    const now = await databaseTime(manager);
    const minuteOf = (time: Date) => clockAt(time, timeZone);
    const to = minuteOf(now);
    const presetOf = (says: Statement, from: Date, endpoint?: number): ReplayPreset => ({
      says,
      href: `/dashboard/deliveries/replays/new${queryOf({ from: minuteOf(from), to, endpoint })}`,
    });
    const last = (key: string, hours: number) =>
      presetOf({ key: `dashboard.replay.${key}` }, new Date(now.getTime() - hours * HOUR_MS));
    const failed = await findFailedEndpoints(manager, organizationId, DAYS);
    const sinceFailing = failed.map(({ endpointId, label, url, since }) => {
      const values = { name: label || new URL(url).host, since: { instant: since.toISOString() } };
      return presetOf({ key: 'dashboard.replay.sinceFailing', values }, since, endpointId);
    });
    return [last('lastHour', 1), last('lastDay', 24), ...sinceFailing];
  }
}
