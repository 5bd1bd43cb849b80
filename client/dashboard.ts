/** For the dashboard: copies what is shown, counts down, and keeps live regions in step with the server. */
import { offerCopies } from './copy.js';
import { keepCountingDown, showCountdowns } from './countdown.js';
import { followLive } from './live.js';
import { showLocalTimes } from './local-times.js';

offerCopies();
keepCountingDown();
followLive((region) => {
  showLocalTimes(region);
  showCountdowns(region);
});
