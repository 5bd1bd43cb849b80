/** For every hosted page: shows times in the reader's zone, submits a form only once, moves the focus to errors. */
import { deviceTimeZone } from './time-zone.js';

/** The page's language with the reader's own region, if the browser prefers one. */
function readersLocale(): string {
  const { lang } = document.documentElement;
  return navigator.languages.find((tag) => tag.split('-')[0] === lang) ?? lang;
}

function showLocalTimes(): void {
  const format = new Intl.DateTimeFormat(readersLocale(), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const instant = new Date(time.dateTime);
    if (!Number.isNaN(instant.getTime())) time.textContent = format.format(instant);
  }
}

/** Ignores a second click while the first request is running. The server also guards against it. */
function sendOnce(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented) return;
  if (form.dataset.sent !== undefined) return event.preventDefault();
  form.dataset.sent = '';
  event.submitter?.classList.add('busy');
}

/** The back button may restore a page with its form marked as sent. */
function allowAgain(): void {
  for (const form of document.forms) delete form.dataset.sent;
  for (const button of document.querySelectorAll('.busy')) button.classList.remove('busy');
}

/** Sends the time zone along, so that the evidence can give times as the signer saw them. */
function tellTimeZone({ target, formData }: FormDataEvent): void {
  const form = target as HTMLFormElement;
  // By attribute, because a control may have the name of a form property.
  const [method, action] = ['method', 'action'].map((name) => form.getAttribute(name));
  if (method === 'post' && action?.startsWith('/sign/')) formData.set('timeZone', deviceTimeZone());
}

showLocalTimes();
document.addEventListener('formdata', tellTimeZone);
document.addEventListener('submit', sendOnce);
addEventListener('pageshow', allowAgain);
document.querySelector<HTMLElement>('[data-errors]')?.focus();
