import { type EndpointDay } from '../../webhooks/webhook-health.queries.js';
import { type Bar, barOf, drawingOf, heightOf, sum } from './day-charts.view-model.js';

export interface HealthModel {
  /** Newest first, for the table. */
  days: EndpointDay[];
  /** Bars of the chart; those of failures stand on those of deliveries. */
  deliveredBars: Bar[];
  failedBars: Bar[];
  width: number;
  height: number;
  bar: number;
  firstDay: string;
  lastDay: string;
  delivered: number;
  failed: number;
  /** Delivered of all, from 0 to 1; 1 only without any failure. */
  share: number;
  medianMs: number | null;
}

/** Null if nothing ended on these days. */
export function toHealthModel(days: EndpointDay[], medianMs: number | null): HealthModel | null {
  const delivered = sum(days.map((day) => day.delivered));
  const failed = sum(days.map((day) => day.failed));
  if (delivered + failed === 0) return null;
  const most = Math.max(...days.map((day) => day.delivered + day.failed));
  const bars = days.map((day, index) => {
    const [good, bad] = [heightOf(day.delivered, most), heightOf(day.failed, most)];
    return [barOf(index, good), barOf(index, bad, good)] as const;
  });
  return {
    days: days.toReversed(),
    deliveredBars: bars.map(([good]) => good).filter(({ height }) => height > 0),
    failedBars: bars.map(([, bad]) => bad).filter(({ height }) => height > 0),
    ...drawingOf(days),
    firstDay: days[0]!.day,
    lastDay: days.at(-1)!.day,
    delivered,
    failed,
    share: Math.floor((1_000 * delivered) / (delivered + failed)) / 1_000,
    medianMs,
  };
}
