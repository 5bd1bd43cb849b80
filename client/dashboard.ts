/**
 * For the dashboard: shows the tab of the area, copies and prints what is shown, counts down, asks for passkeys, and keeps live
 * regions in step with the server.
 */
import { offerCopies } from './copy.js';
import { keepCountingDown, showCountdowns } from './countdown.js';
import { showCurrentTab } from './current-tab.js';
import { followLive } from './live.js';
import { offerPasskeys } from './passkeys.js';
import { showLocalTimes } from './local-times.js';

showCurrentTab();
offerCopies();
offerPasskeys();
keepCountingDown();
followLive((region) => {
  showLocalTimes(region);
  showCountdowns(region);
});
document.querySelector('[data-print]')?.addEventListener('click', () => print());
