import { type EndpointDay } from '../../webhooks/webhook-health.queries.js';
import { type Bar, barOf, drawingOf, heightOf, sum } from './day-charts.view-model.js';
import { type EndpointShares, toShares } from './endpoint.view-model.js';

export interface HealthModel {
  /** Newest first, for the table. */
  days: EndpointDay[];
  /** Bars of the chart; failed attempts are stacked on those that succeeded. */
  deliveredBars: Bar[];
  failedBars: Bar[];
  width: number;
  height: number;
  bar: number;
  firstDay: string;
  lastDay: string;
  delivered: number;
  failed: number;
  shares: EndpointShares;
  medianMs: number | null;
}

/** Null if there was no attempt on these days. */
export function toHealthModel(days: EndpointDay[], medianMs: number | null): HealthModel | null {
  const delivered = sum(days.map((day) => day.delivered));
  const failed = sum(days.map((day) => day.failed));
  const shares = toShares({ attempts: sum(days.map((day) => day.attempts)), delivered, failed });
  if (!shares) return null;
  const most = Math.max(...days.map((day) => day.attempts));
  const bars = days.map((day, index) => {
    const [good, bad] = [heightOf(day.delivered, most), heightOf(day.attempts - day.delivered, most)];
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
    shares,
    medianMs,
  };
}
