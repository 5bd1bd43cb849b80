/** 95 % confidence interval of a proportion, in per cent (score interval, Wilson 1927). */
export function interval95(hits: number, trials: number): string {
  if (trials === 0) return '–';
  const z = 1.96;
  const share = hits / trials;
  const middle = share + z ** 2 / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  const percent = (value: number) =>
    (100 * Math.min(1, Math.max(0, value / (1 + z ** 2 / trials)))).toFixed(1);
  return `${percent(middle - spread)}–${percent(middle + spread)} %`;
}
