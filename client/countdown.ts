const TICK_MS = 1_000;

/** Shows the time remaining until the times in `data-countdown`, next to the plain time. */
export function showCountdowns(root: ParentNode): void {
  for (const place of root.querySelectorAll<HTMLElement>('[data-countdown]')) {
    const seconds = Math.ceil((Date.parse(place.dataset.countdown!) - Date.now()) / 1_000);
    place.textContent =
      seconds > 0 ? place.dataset.in!.replace('{time}', inDigits(seconds)) : place.dataset.now!;
    place.hidden = false;
  }
}

export function keepCountingDown(): void {
  showCountdowns(document);
  setInterval(() => showCountdowns(document), TICK_MS);
}

/** `4:05` or `1:04:05`. */
function inDigits(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
