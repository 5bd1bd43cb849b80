import { type EndpointDay } from '../../webhooks/webhook-health.queries.js';

/** The drawing's own units: its height, and the width of a day with the gap after it. */
const HEIGHT = 64;
const STEP = 10;
const BAR = 8;
/** A single failure among thousands must still be seen. */
const LEAST = 2;

interface Bar {
  x: number;
  y: number;
  height: number;
}

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
  const heightOf = (count: number) =>
    count === 0 ? 0 : Math.max(LEAST, Math.round((count / most) * (HEIGHT - LEAST)));
  const bars = days.map((day, index) => {
    const [good, bad] = [heightOf(day.delivered), heightOf(day.failed)];
    const x = index * STEP;
    return [
      { x, y: HEIGHT - good, height: good },
      { x, y: HEIGHT - good - bad, height: bad },
    ] as const;
  });
  return {
    days: days.toReversed(),
    deliveredBars: bars.map(([good]) => good).filter(({ height }) => height > 0),
    failedBars: bars.map(([, bad]) => bad).filter(({ height }) => height > 0),
    width: days.length * STEP,
    height: HEIGHT,
    bar: BAR,
    firstDay: days[0]!.day,
    lastDay: days.at(-1)!.day,
    delivered,
    failed,
    share: Math.floor((1_000 * delivered) / (delivered + failed)) / 1_000,
    medianMs,
  };
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
