/** In the drawing's own units: its height, and the width of a day including the gap. */
const HEIGHT = 64;
const STEP = 10;
const BAR = 8;
/** A single one among thousands must still be visible. */
const LEAST = 2;

export interface Bar {
  x: number;
  y: number;
  height: number;
}

/** The size of a drawing with a bar for each day. */
export const drawingOf = (days: readonly unknown[]) => ({
  width: days.length * STEP,
  height: HEIGHT,
  bar: BAR,
});

export const heightOf = (count: number, most: number) =>
  count === 0 ? 0 : Math.max(LEAST, Math.round((count / most) * (HEIGHT - LEAST)));

/** The bar of a day. @param below - the height of the bar below it */
export const barOf = (index: number, height: number, below = 0): Bar => ({
  x: index * STEP,
  y: HEIGHT - below - height,
  height,
});

export const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** How a series is shown, and the address of the list of what it counts. */
interface Shown {
  tone: 'plain' | 'good' | 'bad' | 'warn';
  leadsTo: string;
}

/** A series of counts; `what` names its text (`dashboard.charts.series`). */
export interface Series extends Shown {
  what: string;
  total: number;
  bars: Bar[];
}

/** Charts of one subject over the same days and on the same scale, with a table of all of them. */
export interface ChartGroup {
  /** Names its heading (`dashboard.charts`). */
  about: string;
  series: Series[];
  /** Newest first; `counts` are in the order of the series. */
  days: { day: string; counts: number[] }[];
  isEmpty: boolean;
  width: number;
  height: number;
  bar: number;
  firstDay: string;
  lastDay: string;
}

type Day<What extends string> = Record<What, number> & { day: string };

/** @param days - oldest first, at least one @param shown - the counts to show, in order */
export function toChartGroup<What extends string>(
  about: string,
  days: readonly Day<NoInfer<What>>[],
  shown: Readonly<Record<What, Shown>>,
): ChartGroup {
  const counted = Object.keys(shown) as What[];
  const most = Math.max(...days.flatMap((day) => counted.map((what) => day[what])));
  const series = counted.map((what) => ({
    what,
    ...shown[what],
    total: sum(days.map((day) => day[what])),
    bars: days
      .map((day, index) => barOf(index, heightOf(day[what], most)))
      .filter(({ height }) => height > 0),
  }));
  return {
    about,
    series,
    days: days.map((day) => ({ day: day.day, counts: counted.map((what) => day[what]) })).toReversed(),
    isEmpty: most === 0,
    ...drawingOf(days),
    firstDay: days[0]!.day,
    lastDay: days.at(-1)!.day,
  };
}
