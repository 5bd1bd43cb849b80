/**
 * For the dashboard: shows the current tab, copies and prints content, counts down, asks for passkeys, keeps live
 * regions in step with the server, and lists in step with their filters.
 */
import { offerToBringKey } from './brought-key.js';
import { offerCopies } from './copy.js';
import { keepCountingDown, showCountdowns } from './countdown.js';
import { showCurrentTab } from './current-tab.js';
import { followFinder } from './finder.js';
import { followLive } from './live.js';
import { followKeys } from './page-keys.js';
import { offerPasskeys } from './passkeys.js';
import { nameTimeZone } from './time-zone.js';

if (location.pathname.startsWith('/dashboard')) nameTimeZone();
showCurrentTab();
offerCopies();
offerToBringKey();
offerPasskeys();
followKeys();
keepCountingDown();
followLive(showCountdowns);
followFinder(showCountdowns);
document.querySelector('[data-print]')?.addEventListener('click', () => print());
