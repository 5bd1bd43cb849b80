/** For the dashboard: copies and prints what is shown, counts down, asks for passkeys, and keeps live regions in step with the server. */
import { offerCopies } from './copy.js';
import { keepCountingDown, showCountdowns } from './countdown.js';
import { followLive } from './live.js';
import { offerPasskeys } from './passkeys.js';
import { showLocalTimes } from './local-times.js';

offerCopies();
offerPasskeys();
keepCountingDown();
followLive((region) => {
  showLocalTimes(region);
  showCountdowns(region);
});
document.querySelector('[data-print]')?.addEventListener('click', () => print());
