/** The page's language with the reader's own region, if the browser prefers one. */
function readersLocale(): string {
  const { lang } = document.documentElement;
  return navigator.languages.find((tag) => tag.split('-')[0] === lang) ?? lang;
}

/** The format for times in the reader's zone. */
export function localFormat(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(readersLocale(), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}

/** Shows times in the reader's zone. */
export function showLocalTimes(root: ParentNode): void {
  const format = localFormat();
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const instant = new Date(time.dateTime);
    if (!Number.isNaN(instant.getTime())) time.textContent = format.format(instant);
  }
}
