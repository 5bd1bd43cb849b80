/** For every hosted page: shows local times, submits forms only once, leads to errors, keeps the focus visible, and reports a person's first act. */
import { firstAct } from './first-act.js';
import { firstError } from './first-error.js';
import { showLocalTimes } from './local-times.js';
import { forgetMended } from './mended.js';
import { reportAct } from './report-act.js';
import { deviceTimeZone } from './time-zone.js';

/** Ignores a second click while the first request is running. The server also guards against it. */
function sendOnce(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  // The page stays if the response is shown elsewhere, such as in a frame.
  if (event.defaultPrevented || event.submitter?.hasAttribute('formtarget')) return;
  if (form.dataset.sent !== undefined) return event.preventDefault();
  form.dataset.sent = '';
  event.submitter?.classList.add('busy');
}

/** The back button can restore a page with its form marked as sent. */
function allowAgain(): void {
  for (const form of document.forms) delete form.dataset.sent;
  for (const button of document.querySelectorAll('.busy')) button.classList.remove('busy');
}

/** Adds the time zone, so the evidence can give times as the signer saw them. */
function sendTimeZone({ target, formData }: FormDataEvent): void {
  const form = target as HTMLFormElement;
  // Read as attributes, because a control can have the name of a form property.
  const [method, action] = ['method', 'action'].map((name) => form.getAttribute(name));
  if (method === 'post' && action?.startsWith('/sign/')) formData.set('timeZone', deviceTimeZone());
}

/** Browsers show only the caret's line; this keeps the button at the foot of the screen from covering the others. */
function showWhole({ target }: FocusEvent): void {
  if (target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' });
}

showLocalTimes(document);
document.addEventListener('formdata', sendTimeZone);
document.addEventListener('submit', sendOnce);
document.addEventListener('input', forgetMended);
document.addEventListener('focusin', showWhole);
addEventListener('pageshow', allowAgain);
firstError(document)?.focus();
const { opened } = document.body.dataset;
if (opened) void firstAct.then((act) => reportAct(opened, act));
